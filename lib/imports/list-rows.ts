import 'server-only';
import { and, asc, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
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
import { getKeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers } from '@/lib/lead-schema/contact';
import type { Contact } from '@/lib/match-keys/keys';
import { rowChecker } from './check-rows';
import type { RowMatchedBy } from './duplicate-rows';
import { type ImportForm, type RowReading, toValues } from './import-form';

/** What the check page lists. */
export const ROW_VIEWS = ['wrong', 'known', 'twins', 'sent', 'left-out', 'ready'] as const;
export type RowsShown = (typeof ROW_VIEWS)[number];

const isIn = (state: 'ready' | 'wrong') => eq(importRows.state, state);
const isMeant = eq(importRows.isLeftOut, false);

/** Exactly the same was sent before: it is not sent again, whoever asks. */
const SENT = and(isIn('ready'), isMeant, eq(importRows.knownBy, 'sent'));
/** What `startSending` would send. */
export const isSendable = and(
  isIn('ready'),
  isMeant,
  sql`${importRows.knownBy} is distinct from 'sent'`,
  // Of identical rows only the first is sent.
  eq(importRows.isRepeat, false),
);

const WHERE: Record<RowsShown, SQL | undefined> = {
  wrong: and(isIn('wrong'), isMeant),
  known: and(isIn('ready'), isMeant, isNotNull(importRows.knownBy), ne(importRows.knownBy, 'sent')),
  twins: and(isIn('ready'), isMeant, isNotNull(importRows.twinOf)),
  'left-out': and(eq(importRows.isLeftOut, true), sql`${importRows.state} in ('ready', 'wrong')`),
  sent: SENT,
  ready: isSendable,
};

/** The rows of an import that are shown so. */
export const rowsShown = (importId: string, view: RowsShown) =>
  and(eq(importRows.importId, importId), WHERE[view]);

const countsSchema = z.object({
  rows: z.number(),
  wrong: z.number(),
  known: z.number(),
  twins: z.number(),
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
      rows: counted(ne(importRows.state, 'heading')),
      wrong: counted(WHERE.wrong),
      known: counted(WHERE.known),
      twins: counted(WHERE.twins),
      sent: counted(WHERE.sent),
      'left-out': counted(WHERE['left-out']),
      ready: counted(WHERE.ready),
    })
    .from(importRows)
    .where(eq(importRows.importId, importId));
  return countsSchema.parse(counts);
}

/** What the check page opens on: rows that need something, else those that are sent. */
export function firstView(counts: RowCounts): RowsShown {
  return (['wrong', 'known', 'twins'] as const).find((view) => counts[view] > 0) ?? 'ready';
}

/** A field that rows have wrong, and how many. */
export type WrongField = { field: FormField; count: number };

/** The fields that the form's rules refuse, the most frequent first. */
export async function countWrongFields(
  db: Db,
  importId: string,
  { model }: ImportForm,
): Promise<WrongField[]> {
  const fieldId = sql<string>`jsonb_array_elements_text(${importRows.wrongFields})`;
  const wrong = db.$with('wrong').as(
    db
      .select({ fieldId: fieldId.as('field_id') })
      .from(importRows)
      .where(rowsShown(importId, 'wrong')),
  );
  const rows = await db
    .with(wrong)
    .select({ fieldId: wrong.fieldId, count: sql<number>`count(*)::int` })
    .from(wrong)
    .groupBy(wrong.fieldId);
  const counts = new Map(rows.map((row) => [row.fieldId, row.count]));
  return model.fields
    .flatMap((field) => {
      const count = counts.get(field.id);
      return count ? [{ field, count }] : [];
    })
    .toSorted((one, other) => other.count - one.count);
}

/** A row as the check page shows it. */
export type RowView = {
  position: number;
  line: number;
  company: string;
  person: string;
  isLeftOut: boolean;
  /** What the form's rules refuse, with what is there now. */
  wrong: { field: FormField; input: InputValue; message: string }[];
  /** What would be sent besides `company` and `person`: how a cell was understood shows only here. */
  others: FieldText[];
  knownBy?: RowMatchedBy;
  contact?: Contact;
  /** The line of the first row of the same person. */
  twinLine?: number;
};

type ListInput = {
  importId: string;
  view: RowsShown;
  page: number;
  total: number;
  form: ImportForm;
  reading: RowReading;
};

/**
 * The line of the first row of the same person or with the same answers, if there is one. Named in full: alone, Drizzle
 * writes columns without their table.
 */
export const twinLine = sql<number | null>`(select first.line from import_rows as first
  where first.import_id = import_rows.import_id and first.position = import_rows.twin_of)`;

/** One page of the rows that are shown so, in the order of the file. */
export async function listRows(db: Db, task: ListInput): Promise<Page<RowView>> {
  const { importId, view, page, total, form, reading } = task;
  const { limit, offset } = pageOf(page);
  const { position, line, cells, fixes, isLeftOut, knownBy } = importRows;
  const rows = await db
    .select({ position, line, cells, fixes, isLeftOut, knownBy, twinLine })
    .from(importRows)
    .where(rowsShown(importId, view))
    .orderBy(asc(position))
    .limit(limit)
    .offset(offset);
  const check = rowChecker({ form, reading });
  const keyFields = await getKeyFields(db);
  const start = toInputValues(form.model, noAnswers(), reading);
  const views = rows.map((row): RowView => {
    const values = toValues(form.model, row, reading);
    const { company, person } = summarize(form.model, { values, start });
    const outcome = check(row);
    const errors = new Map(outcome.ok ? [] : outcome.errors.map(({ key, message }) => [key, message]));
    const wrong = form.model.fields.flatMap((field) => {
      const message = errors.get(field.key);
      return message === undefined ? [] : [{ field, input: values[field.key] ?? '', message }];
    });
    return {
      position: row.position,
      line: row.line,
      isLeftOut: row.isLeftOut,
      company,
      person,
      wrong,
      others: outcome.ok ? otherAnswers(form.model, outcome.answers) : [],
      knownBy: row.knownBy ?? undefined,
      twinLine: row.twinLine ?? undefined,
      contact: outcome.ok ? contactOfAnswers(outcome.answers, keyFields) : undefined,
    };
  });
  return toPage(views, { page, total });
}

const NAMES: readonly FormField['role'][] = ['company', 'full-name', 'first-name', 'last-name'];

const otherAnswers = ({ fields }: FormModel, answers: Answers): FieldText[] =>
  fields.flatMap((field) => {
    const answer = answerTo(answers, field.id);
    return answer === undefined || NAMES.includes(field.role) ? [] : [toFieldText(field, answer)];
  });
