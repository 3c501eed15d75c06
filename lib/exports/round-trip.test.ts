import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CSV_MARK, toCsv } from '@/lib/export-files/csv';
import type { Cell } from '@/lib/export-files/table';
import { createWorkbook } from '@/lib/export-files/workbook';
import type { ExportedLead } from '@/lib/exports/read-leads';
import type { Answers, Field } from '@/lib/forms/field';
import { compileRules, validateWith } from '@/lib/forms/rules';
import { readTable } from '@/lib/import-files/read-file';
import { guessFormat } from '@/lib/imports/file-format';
import { toValues } from '@/lib/imports/import-form';
import { buildModel } from '@/tests/support/english';
import { makeField } from '@/tests/support/form-fixtures';
import { runs } from '@/tests/support/property-runs';
import { answerColumn } from './lead-columns';

/** What an export wrote is imported as the same answers, whatever the form's choices are called. */

const timeZone = 'Europe/Berlin';
const ANSWERS: Record<string, { yes: string; no: string }> = {
  en: { yes: 'Yes', no: 'No' },
  de: { yes: 'Ja', no: 'Nein' },
  fr: { yes: 'Oui', no: 'Non' },
  es: { yes: 'Sí', no: 'No' },
  pt: { yes: 'Sim', no: 'Não' },
  ja: { yes: 'はい', no: 'いいえ' },
};

const NASTY = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          ';',
          ',',
          '|',
          '"',
          "'",
          '=',
          '+',
          '-',
          '\n',
          '\r\n',
          '\t',
          ' ',
          '; ',
          'a',
          'b',
          'A',
          'é',
          '5',
          '&',
          '#',
          '@',
        ],
      ),
      fc.string({ maxLength: 3 }),
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(''))
  // What neither a workbook nor the desk can hold, and labels of which nobody sees anything.
  .filter(
    (text) =>
      text.trim() !== '' &&
      text.isWellFormed() &&
      !/[\p{Cc}\ufeff\ufffe\uffff]/u.test(text.replace(/[\t\r\n]/g, '')),
  );

const VALUE = fc.oneof(NASTY, fc.integer({ min: -9, max: 9 }), fc.boolean());
const OPTIONS = fc.uniqueArray(fc.record({ value: VALUE, label: NASTY }), {
  minLength: 1,
  maxLength: 12,
  selector: ({ value }) => String(value).trim().replace(/\s+/g, ' '),
});

type Case = { field: Field; answers: unknown[] };
const asCase = (field: Partial<Field>, answer: fc.Arbitrary<unknown>): fc.Arbitrary<Case> =>
  fc.array(answer, { minLength: 1, maxLength: 4 }).map((answers) => {
    const { options, ...rest } = field;
    return {
      answers,
      field: { ...makeField({ id: 'x', label: 'X', ...rest }), ...(options && { options }) },
    };
  });
const DAY = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true });

const CASES: fc.Arbitrary<Case> = fc.oneof(
  OPTIONS.chain((all) => {
    const options = all.map((option) => ({ ...option, active: true }));
    const value = fc.constantFrom(...all.map(({ value }) => value));
    return fc.oneof(
      asCase({ kind: 'picklist', options }, value),
      asCase({ kind: 'multi-picklist', options }, fc.uniqueArray(value, { minLength: 1 })),
    );
  }),
  fc.boolean().chain((required) => asCase({ kind: 'boolean', required }, fc.boolean())),
  asCase(
    { kind: 'multi-picklist' },
    fc.uniqueArray(
      NASTY.map((text) => text.replace(/[,\r\n\t]/g, '').trim()).filter((text) => text !== ''),
      { minLength: 1 },
    ),
  ),
  asCase(
    { kind: 'currency', currency: 'EUR' },
    fc.integer({ min: 0, max: 1e12 }).map((cents) => cents / 100),
  ),
  asCase(
    { kind: 'number' },
    fc.oneof(
      fc.integer({ min: -1e9, max: 1e9 }).map((n) => n / 1_000),
      fc.integer(),
    ),
  ),
  asCase(
    { kind: 'percent' },
    fc.integer({ min: 0, max: 100_000 }).map((n) => n / 1_000),
  ),
  asCase(
    { kind: 'date' },
    DAY.map((day) => day.toISOString().slice(0, 10)),
  ),
  asCase(
    { kind: 'long-text' },
    NASTY.map((text) => text.replace(/\r\n?/g, '\n').trim()),
  ),
  asCase(
    { kind: 'text' },
    NASTY.map((text) => text.replace(/[\r\n]/g, '').trim()).filter((text) => text !== ''),
  ),
);

async function writeFile(kind: 'csv' | 'xlsx', head: string[], rows: Cell[][]): Promise<Uint8Array> {
  if (kind === 'csv') return new TextEncoder().encode(CSV_MARK + toCsv([head, ...rows]));
  const parts: Uint8Array[] = [];
  const book = createWorkbook({ name: 'Leads', head, write: (bytes) => parts.push(bytes) });
  book.add(rows);
  book.end();
  return Buffer.concat(parts);
}

async function backAgain(kind: 'csv' | 'xlsx', { field, answers, locale }: Case & { locale: string }) {
  const labels = { ...(ANSWERS[locale] ?? { yes: 'Yes', no: 'No' }), heading: (fact: string) => fact };
  const column = answerColumn(field, { ...labels, statusOverrides: new Map(), timeZone });
  const rows = answers.map((answer) => {
    const record = { standard: {}, custom: { [field.id]: answer } };
    // A second column, so that the file is a table of several.
    return ['x', column.cell({ record } as unknown as ExportedLead)];
  });
  const table = await readTable(await writeFile(kind, ['Key', field.label], rows));
  const read: Cell[][] = [];
  for await (const { cells } of table.rows) read.push(cells);
  const fileFormat = guessFormat();
  fileFormat.add(
    field.kind,
    read.slice(1).map((cells) => cells[1] ?? ''),
  );
  const model = buildModel([field], { locale });
  const interpretation = {
    columns: [null, field.id],
    fileFormat: fileFormat.fileFormat(locale),
    locale,
    timeZone,
  };
  const rules = compileRules(model, interpretation);
  return read.slice(1).map((cells) => {
    const outcome = validateWith(rules, model, toValues(model, { cells, fixes: {} }, interpretation));
    return outcome.ok ? outcome.answers : outcome.errors;
  });
}

/** In the order of the form, with the line ends of the desk. */
function expected({ field, answers }: Case): Answers[] {
  return answers.map((answer) => {
    const several = Array.isArray(answer) && field.options;
    const ordered = several
      ? several.map(({ value }) => value).filter((value) => answer.includes(value))
      : answer;
    return { [field.id]: ordered } as Answers;
  });
}

it.each(['csv', 'xlsx'] as const)(
  'what was exported as %s is imported as it was',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(CASES, fc.constantFrom(...Object.keys(ANSWERS)), async (one, locale) => {
        const back = await backAgain(kind, { ...one, locale });
        expect(back.map((answers) => ({ ...answers }))).toEqual(expected(one));
      }),
      { numRuns: runs(200) },
    );
  },
  120_000,
);

it('labels that differ only in case stay different choices', async () => {
  const options = ['Other', 'OTHER', 'other '].map((label, value) => ({ value, label, active: true }));
  const field = { ...makeField({ id: 'x', label: 'X', kind: 'picklist' }), options };
  const back = await backAgain('csv', { field, answers: [0, 1, 2], locale: 'en' });
  expect(back.map((answers) => ({ ...answers }))).toEqual([{ x: 0 }, { x: 1 }, { x: 2 }]);
});
