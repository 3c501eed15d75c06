import { describe, expect, it } from 'vitest';
import { isolate } from '@/lib/core/isolate';
import { buildModel, english } from '@/tests/support/english';
import { EVERY_KIND, makeField, sixtyFields, twelveFields } from '@/tests/support/form-fixtures';
import { fill, formTexts } from './texts';

const FORBIDDEN = /invalid|must (have|match)|required property|please|fieldId|undefined/i;

const everyKind = EVERY_KIND.flatMap((kind) =>
  [true, false].map((required) =>
    makeField({
      id: `${kind} ${required}`,
      label: 'Deal size',
      kind,
      required,
      options: kind.endsWith('picklist') ? ['A'] : undefined,
    }),
  ),
);

describe('every message says how to correct the field', () => {
  const drawings = [twelveFields().fields, sixtyFields().fields, everyKind].flatMap((fields) => [
    buildModel(fields),
    buildModel(fields, { purpose: 'edit', locale: 'de' }),
  ]);
  const rows = drawings.flatMap(({ fields }) =>
    fields.flatMap(({ label, messages }) =>
      // The placeholders of a question are filled in with what was typed.
      Object.entries(messages).map(([rule, message]) => ({
        label,
        rule,
        message: message.replace(/\{one\}|\{other\}/g, '1'),
      })),
    ),
  );

  it('for every field of the fixtures and every rule', () => {
    expect(rows.length).toBeGreaterThan(500);
    const bad = rows.filter(
      ({ message }) => message === '' || FORBIDDEN.test(message) || /[{}]/.test(message),
    );
    expect(bad).toEqual([]);
  });

  it('reads like a sentence', () => {
    const [first, , email, , , platform] = buildModel(twelveFields().fields).fields;
    expect(first?.messages.required).toBe('Enter an answer');
    expect(email?.messages.wrong).toBe('Enter an email address, like name@example.com');
    expect(platform?.messages.required).toBe('Select an option');
  });
});

/** Labels that a portal may use. None may break a sentence, whatever its grammar. */
const ODD_LABELS = [
  'agreed to be contacted',
  'I agree that the vendor may contact me about this lead.',
  'How did you meet?',
  'VAT NUMBER',
  'X',
  'Note: internal',
  'Say “hello”',
  'שם החברה',
  'رقم الهاتف؟',
  '会社名',
  '100 %',
  '{label}',
];

/** The sentences of the catalogue that quote a label. */
function sentencesAbout(label: string): string[] {
  const around = formTexts(english, { purpose: 'edit', locale: 'en' });
  return [
    ...[around.conflictLegend, around.openList, around.clear].map((text) => fill(text, { label })),
    english('conflictUndecided', { label: isolate(label) }),
  ];
}

describe('a label is quoted and never part of the grammar', () => {
  it.each(ODD_LABELS)('%s', (label) => {
    const quoted = `“${isolate(label)}”`;
    const sentences = sentencesAbout(label);
    const bad = sentences.filter((sentence) => {
      const [before = '', after = '', ...more] = sentence.split(quoted);
      return more.length > 0 || !isBeforeLabel(before) || !isAfterLabel(after);
    });
    expect(bad).toEqual([]);
  });

  it('fails for an unquoted label in the sentence', () => {
    const input = 'Select yes or no for the agreed to be contacted';
    expect(input.split('“agreed to be contacted”')).toHaveLength(1);
    expect(isBeforeLabel('Select yes or no for the ')).toBe(false);
    expect(isAfterLabel('s')).toBe(false);
  });
});

/** A sentence start without an article or pronoun before the label, which would have to agree with it. */
const isBeforeLabel = (text: string) =>
  /^\p{Lu}.* $/u.test(text) && !/\b(the|a|an|your|this|these) $/i.test(text);
/** After the quotation mark, only punctuation or a space may follow. */
const isAfterLabel = (text: string) => /^($|[,:?]( |$)| )/.test(text) && !/ $/.test(text);

it('all texts around the fields exist', () => {
  for (const purpose of ['create', 'edit'] as const) {
    const texts = Object.values(formTexts(english, { purpose, locale: 'en' })).flatMap((text) =>
      typeof text === 'string' ? [text] : Object.values(text),
    );
    expect(texts.filter((text) => text === '' || text.startsWith('Form.'))).toEqual([]);
  }
});
