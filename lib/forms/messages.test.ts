import { describe, expect, it } from 'vitest';
import { draw, english } from './english.fixture';
import { FIELD_KINDS } from './field';
import { makeField, sixtyFields, twelveFields } from './fixtures';
import { labelPhrase } from './phrase';
import { formTexts } from './texts';

const FORBIDDEN = /invalid|must (have|match)|required property|please|fieldId|undefined/i;

const everyKind = FIELD_KINDS.flatMap((kind) =>
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

describe('every message names the field and the cure', () => {
  const drawings = [twelveFields().fields, sixtyFields().fields, everyKind].flatMap((fields) => [
    draw(fields),
    draw(fields, { purpose: 'edit', locale: 'de' }),
  ]);
  const rows = drawings.flatMap(({ fields }) =>
    fields.flatMap(({ label, messages }) =>
      // The places of a question are filled in with what was typed.
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
      ({ label, message }) =>
        !message.toLowerCase().includes(label.toLowerCase()) ||
        FORBIDDEN.test(message) ||
        /[{}]/.test(message),
    );
    expect(bad).toEqual([]);
  });

  it('reads like a sentence', () => {
    const [first, , email, , , platform] = draw(twelveFields().fields).fields;
    expect(first?.messages.required).toBe('Enter the first name');
    expect(email?.messages.wrong).toBe('Enter the email address in the form name@example.com');
    expect(platform?.messages.required).toBe('Select the platform');
  });
});

describe('a label in a sentence', () => {
  it.each([
    ['Email address', 'email address'],
    ['CRM name', 'CRM name'],
    ['Deal Value', 'Deal Value'],
    ['iPhone model', 'iPhone model'],
    ["Company's name", "company's name"],
  ])('%s is spoken as %s', (label, spoken) => {
    expect(labelPhrase(label, 'en-GB')).toEqual({ label: spoken, style: 'spoken' });
  });

  it.each([
    'How did you meet?',
    'Your reference',
    'I agree to the terms',
    'Notes (internal)',
    'One two three four five six',
  ])('%s is quoted', (label) => {
    expect(labelPhrase(label, 'en')).toEqual({ label, style: 'quoted' });
  });

  it('is quoted in other languages, whose grammar we do not guess', () => {
    expect(labelPhrase('Firma', 'de').style).toBe('quoted');
  });
});

it('the texts around the fields are all there', () => {
  for (const purpose of ['create', 'edit'] as const) {
    const texts = Object.entries(formTexts(english, purpose));
    expect(texts.filter(([, text]) => text === '' || text.startsWith('Form.'))).toEqual([]);
  }
});
