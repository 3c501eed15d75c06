import 'server-only';
import { and, asc, desc, eq, inArray, isNotNull, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';
import { type Page, pageOf, toPage } from '@/lib/db/paging';
import { importRows } from '@/lib/db/schema/imports';
import { type FieldText, toFieldText } from '@/lib/forms/answer-text';
import { answerTo, noAnswers } from '@/lib/forms/answers';
import type { Answers } from '@/lib/forms/field';
import type { FormField, FormModel } from '@/lib/forms/form-model';
import { summarize } from '@/lib/forms/form-summary';
import type { InputValue } from '@/lib/forms/input-values';
import { toInputValues } from '@/lib/forms/prefill';
import { hasChoices } from '@/lib/forms/typed-cell';
import { getKeyFields, type KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers } from '@/lib/lead-schema/contact';
import type { Contact } from '@/lib/match-keys/keys';
import { rowChecker } from './check-rows';
import { writeChoices } from './choice-cells';
import type { RowMatchedBy } from './duplicate-rows';
import { FULL_NAME, nameFieldIds } from './full-name';
import { type ImportForm, type RowInterpretation, toValues } from './import-form';
import type { StoredRow } from './imports';

/** What the check page lists: first all rows that are not sent yet. */
export const ROW_VIEWS = ['all', 'wrong', 'known', 'duplicate-rows', 'sent', 'left-out'] as const;
/** Of these, what can be left out, or taken in again, at once. */
export const WHOLE_VIEWS = ['wrong', 'known', 'duplicate-rows', 'left-out'] as const satisfies RowsShown[];
export type RowsShown = (typeof ROW_VIEWS)[number];

const isIn = (state: 'ready' | 'wrong') => eq(importRows.state, state);
const isIncluded = eq(importRows.isLeftOut, false);

/** Exactly the same was sent before: it is not sent again, whoever asks. */
const SENT = and(isIn('ready'), isIncluded, eq(importRows.knownBy, 'sent'));
/** What `startSending` would send. */
export const isSendable = and(
  isIn('ready'),
  isIncluded,
  sql`${importRows.knownBy} is distinct from 'sent'`,
  // Of identical rows only the first is sent.
  eq(importRows.isRepeat, false),
);

const WHERE: Record<RowsShown, SQL | undefined> = {
  all: inArray(importRows.state, ['ready', 'wrong']),
  wrong: and(isIn('wrong'), isIncluded),
  known: and(isIn('ready'), isIncluded, isNotNull(importRows.knownBy), ne(importRows.knownBy, 'sent')),
  'duplicate-rows': and(isIn('ready'), isIncluded, isNotNull(importRows.duplicateOf)),
  'left-out': and(eq(importRows.isLeftOut, true), sql`${importRows.state} in ('ready', 'wrong')`),
  sent: SENT,
};

/** The rows of an import that are shown so. */
export const rowsShown = (importId: string, view: RowsShown) =>
  and(eq(importRows.importId, importId), WHERE[view]);

const countsSchema = z.object({
  all: z.number(),
  wrong: z.number(),
  known: z.number(),
  'duplicate-rows': z.number(),
  sent: z.number(),
  'left-out': z.number(),
  /** What is sent. */
  ready: z.number(),
});

export type RowCounts = z.output<typeof countsSchema>;

/** How many rows of an import there are of each kind. */
export async function countRows(db: Db, importId: string): Promise<RowCounts> {
  const counted = (where: SQL | undefined) => sql<number>`(count(*) filter (where ${where}))::int`;
  const [counts] = await db
    .select({
      all: counted(WHERE.all),
      wrong: counted(WHERE.wrong),
      known: counted(WHERE.known),
      'duplicate-rows': counted(WHERE['duplicate-rows']),
      sent: counted(WHERE.sent),
      'left-out': counted(WHERE['left-out']),
      ready: counted(isSendable),
    })
    .from(importRows)
    .where(eq(importRows.importId, importId));
  return countsSchema.parse(counts);
}

/** The fields that the form's rules refuse in rows that are not left out. */
export async function listWrongFields(db: Db, importId: string, { model }: ImportForm): Promise<FormField[]> {
  const rows = await db
    .selectDistinct({ id: sql<string>`jsonb_array_elements_text(${importRows.wrongFields})` })
    .from(importRows)
    .where(rowsShown(importId, 'wrong'));
  const wrong = new Set(rows.map(({ id }) => id));
  return model.fields.filter(({ id }) => wrong.has(id));
}

/** What the form's rules refuse. */
export type WrongCell = {
  field: FormField;
  /** As its control shows it. */
  shown: string;
  message: string;
  /** What the file has there. */
  inFile: string;
  /** How many rows are wrong in the same way, with the same in the file; 1 if that says nothing. */
  same: number;
};

/** A row as the check page shows it. */
export type RowView = {
  position: number;
  line: number;
  company: string;
  person: string;
  isLeftOut: boolean;
  /** An earlier row has exactly the same answers: this one is not sent. */
  isRepeat: boolean;
  wrong: WrongCell[];
  /** What would be sent besides `company` and `person`: how a cell was understood shows only here. */
  others: FieldText[];
  knownBy?: RowMatchedBy;
  contact?: Contact;
  /** The line of the first row of the same person. */
  duplicateOfLine?: number;
};

type ListInput = {
  importId: string;
  view: RowsShown;
  page: number;
  total: number;
  form: ImportForm;
  interpretation: RowInterpretation;
};

/**
 * The line of the first row of the same person or with the same answers, if there is one. Named in full: alone, Drizzle
 * writes columns without their table.
 */
export const duplicateOfLine = sql<number | null>`(select first.line from import_rows as first
  where first.import_id = import_rows.import_id and first.position = import_rows.duplicate_of)`;

/**
 * A value as the control of a correction shows it: several choices as they are written in a file. What a browser would
 * change of it is changed here: a control that nobody touched posts exactly this.
 */
export function shownIn(field: FormField, input: InputValue): string {
  const text = Array.isArray(input) ? writeChoices(field.options ?? [], input) : input;
  if (hasChoices(field)) return text;
  // A line alone has no line breaks: left to the browser, "1200" and "1500" in two lines would be one number.
  return text.replace(/\r\n?|\n/g, field.control === 'textarea' ? '\n' : ' ');
}

/** One page of the rows that are shown so: those with problems first, each kind in the order of the file. */
export async function listRows(db: Db, task: ListInput): Promise<Page<RowView>> {
  const { importId, view, total, form, interpretation } = task;
  const page = Math.min(task.page, toPage([], task).pages);
  const { limit, offset } = pageOf(page);
  const { position, line, cells, fixes, isLeftOut, isRepeat, knownBy } = importRows;
  const rows = await db
    .select({ position, line, cells, fixes, isLeftOut, isRepeat, knownBy, duplicateOfLine })
    .from(importRows)
    .where(rowsShown(importId, view))
    .orderBy(desc(sql`${WHERE.wrong}`), asc(position))
    .limit(limit)
    .offset(offset);
  const read = rowReader(task, await getKeyFields(db));
  const views = rows.map((row) => read(row));
  const same = await countSame(db, {
    importId,
    interpretation,
    positions: rows.map(({ position }) => position),
  });
  for (const { position, wrong } of views)
    for (const cell of wrong)
      if (isOneCell(cell.field, form.model, interpretation))
        cell.same = same.get(`${position} ${cell.field.id}`) ?? 1;
  return toPage(views, { page, total });
}

type ListedRow = Pick<StoredRow, 'position' | 'line' | 'cells' | 'fixes'> &
  Pick<StoredRow, 'isLeftOut' | 'isRepeat' | 'knownBy'> & { duplicateOfLine: number | null };

function rowReader(
  { form, interpretation }: Pick<ListInput, 'form' | 'interpretation'>,
  keyFields: KeyFields,
) {
  const { model } = form;
  const check = rowChecker({ form, interpretation });
  const checkRest = restChecker(form, interpretation);
  const start = toInputValues(model, noAnswers(), interpretation);
  return (row: ListedRow): RowView => {
    const values = toValues(model, row, interpretation);
    const outcome = check(row);
    const errors = new Map(outcome.ok ? [] : outcome.errors.map(({ key, message }) => [key, message]));
    const wrong = model.fields.flatMap((field) => {
      const message = errors.get(field.key);
      if (message === undefined) return [];
      const inFile = String(row.cells[columnOf(field, model, interpretation)] ?? '').trim();
      return [{ field, shown: shownIn(field, values[field.key] ?? ''), message, inFile, same: 1 }];
    });
    const right = outcome.ok ? outcome : checkRest(row, new Set(errors.keys()));
    const { company, person } = summarize(model, { values, start });
    const { position, line, isLeftOut, isRepeat, knownBy, duplicateOfLine } = row;
    return {
      position,
      line,
      isLeftOut,
      isRepeat,
      company,
      person,
      wrong,
      others: right.ok ? otherAnswers(model, right.answers) : [],
      knownBy: knownBy ?? undefined,
      duplicateOfLine: duplicateOfLine ?? undefined,
      contact: outcome.ok ? contactOfAnswers(outcome.answers, keyFields) : undefined,
    };
  };
}

/** Reads the answers of a row that are right. Rules are compiled once for all rows that are wrong in the same fields. */
function restChecker(form: ImportForm, interpretation: RowInterpretation) {
  const checks = new Map<string, ReturnType<typeof rowChecker>>();
  return (row: Pick<StoredRow, 'cells' | 'fixes'>, wrong: ReadonlySet<string>) => {
    const name = [...wrong].join();
    const fields = form.model.fields.filter(({ key }) => !wrong.has(key));
    const model = Object.assign({}, form.model, { fields });
    const check = checks.get(name) ?? rowChecker({ form: { model, t: form.t }, interpretation });
    checks.set(name, check);
    return check(row);
  };
}

/** The place of the cell that answers a field: its own, or that of full names; -1 for none. */
function columnOf(field: FormField, model: FormModel, { columns }: RowInterpretation): number {
  const own = columns.indexOf(field.id);
  return own === -1 && nameFieldIds(model.fields).includes(field.id) ? columns.indexOf(FULL_NAME) : own;
}

/** Whether the same in the file means the same answer: a part of a full name does not stand in a cell of its own. */
export function isOneCell(field: FormField, model: FormModel, interpretation: RowInterpretation): boolean {
  const column = columnOf(field, model, interpretation);
  return column === -1 || interpretation.columns[column] !== FULL_NAME;
}

/** What the file has in a column, by SQL; nothing without a column. */
export const inFileAt = (cells: SQLWrapper, column: number | SQL): SQL =>
  sql`coalesce(${cells} ->> nullif(${column}::int, -1), '')`;

/** How many rows with problems have the same in the file where their fields are wrong, by position and field. */
async function countSame(
  db: Db,
  {
    importId,
    interpretation,
    positions,
  }: { importId: string; interpretation: RowInterpretation; positions: readonly number[] },
): Promise<Map<string, number>> {
  if (positions.length === 0) return new Map();
  const places = JSON.stringify(
    Object.fromEntries(interpretation.columns.map((id, index) => [id ?? '', index])),
  );
  const wrongField = sql<string>`jsonb_array_elements_text(${importRows.wrongFields})`;
  const wrong = db.$with('wrong').as(
    db
      .select({ position: importRows.position, cells: importRows.cells, field: wrongField.as('field') })
      .from(importRows)
      .where(rowsShown(importId, 'wrong')),
  );
  const inFile = inFileAt(wrong.cells, sql`(${places}::jsonb ->> ${wrong.field})`);
  const count = sql<number>`(count(*) over (partition by ${wrong.field}, ${inFile}))::int`;
  const counted = db
    .$with('counted')
    .as(db.select({ position: wrong.position, field: wrong.field, count: count.as('same') }).from(wrong));
  const rows = await db
    .with(wrong, counted)
    .select()
    .from(counted)
    .where(inArray(counted.position, [...positions]));
  return new Map(rows.map((row) => [`${row.position} ${row.field}`, row.count]));
}

const NAMES: readonly FormField['role'][] = ['company', 'full-name', 'first-name', 'last-name'];

const otherAnswers = ({ fields }: FormModel, answers: Answers): FieldText[] =>
  fields.flatMap((field) => {
    const answer = answerTo(answers, field.id);
    return answer === undefined || NAMES.includes(field.role) ? [] : [toFieldText(field, answer)];
  });
