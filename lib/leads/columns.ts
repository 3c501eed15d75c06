import 'server-only';
import { and, eq, inArray } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { getOwn } from '@/lib/core/own';
import {
  ANSWER_COLUMNS,
  type AnswerColumn,
  isAnswerColumn,
  LIST_COLUMNS,
  type ListColumn,
  type Preferences,
} from '@/lib/core/preferences';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { toFieldText } from '@/lib/forms/answer-text';
import type { Field } from '@/lib/forms/field';
import { asShown } from '@/lib/forms/field-overrides';
import { type FieldRole, fieldWithRole, rolesOf } from '@/lib/forms/field-roles';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findSchema } from '@/lib/lead-schema/schema';
import { readValue } from './field-texts';
import type { AnswersInColumns, LeadRow, OfferedColumn, PendingRow } from './list-view';
import { submissionsVisibleTo, visibleTo } from './visible-to';

/** The columns of the list that a person may choose from, and the answers in them. */

/** The field of each answer column, as far as the form has one and admins do not hide it; labels in one language. */
export type AnswerFields = ReadonlyMap<AnswerColumn, Field>;

export async function findAnswerFields(db: Db, locale: string): Promise<AnswerFields> {
  const [known, overrides] = await Promise.all([findSchema(db), getFieldOverrides(db, locale)]);
  if (!known) return new Map();
  const { fields } = asShown(known.schema, overrides, locale);
  const roles = rolesOf(known.schema.fields, overrides);
  const found = ANSWER_COLUMNS.map((column) => {
    const role: FieldRole = column;
    return [column, fieldWithRole(fields, { role, roles })] as const;
  });
  return new Map(found.flatMap(([column, field]) => (field && !field.hidden ? [[column, field]] : [])));
}

/**
 * The columns for this role and this form. Agents see only their own leads, so they need no agent; nobody needs values that
 * admins hide.
 */
export function offerColumns({
  fields,
  chosen,
  role,
  hidesValue,
}: {
  fields: AnswerFields;
  chosen: readonly ListColumn[];
  role: 'agent' | 'manager';
  hidesValue: boolean;
}): OfferedColumn[] {
  const isNeedless = (column: ListColumn) =>
    column === 'agent' ? role === 'agent' : column === 'value' && hidesValue;
  return LIST_COLUMNS.flatMap((column): OfferedColumn[] => {
    const isShown = chosen.includes(column);
    if (!isAnswerColumn(column)) return isNeedless(column) ? [] : [{ column, isShown }];
    const field = fields.get(column);
    return field ? [{ column, label: field.label, isShown }] : [];
  });
}

/** Stores the choice among the columns that were offered; a choice among others, such as those of another form, stays. */
export async function setListDisplay(
  db: Db,
  { personId, preferences, membership }: Viewer,
  { columns, density, locale }: Pick<Preferences, 'columns' | 'density'> & { locale: string },
): Promise<void> {
  const [fields, hidesValue] = await Promise.all([findAnswerFields(db, locale), isValueHidden(db)]);
  const offered = offerColumns({ fields, chosen: columns, role: membership.role, hidesValue });
  const others = preferences.columns.filter((chosen) => offered.every(({ column }) => column !== chosen));
  const shown = offered.filter(({ isShown }) => isShown).map(({ column }) => column);
  const set = { listColumns: [...shown, ...others], listDensity: density };
  await db.update(people).set(set).where(eq(people.id, personId));
}

/** The answers of the rows of one page to the chosen columns; nothing is read if none is chosen. */
export async function readAnswers(
  db: Db,
  viewer: Viewer,
  page: {
    rows: readonly LeadRow[];
    pending: readonly PendingRow[];
    columns: readonly OfferedColumn[];
    fields: AnswerFields;
  },
): Promise<(row: { id: string }) => AnswersInColumns | undefined> {
  const shown = new Set(page.columns.filter(({ isShown }) => isShown).map(({ column }) => column));
  const fields = [...page.fields].filter(([column]) => shown.has(column));
  if (fields.length === 0) return () => undefined;
  const [ofLeads, ofSubmissions] = await Promise.all([
    readRecords(db, viewer, idsOf(page.rows)),
    readSubmitted(db, viewer, idsOf(page.pending)),
  ]);
  const answers = new Map([
    ...ofLeads.map(({ id, record }) => [id, toAnswers(fields, (field) => readValue(record, field))] as const),
    ...ofSubmissions.map(
      ({ id, answers }) => [id, toAnswers(fields, (field) => getOwn(answers, field.id))] as const,
    ),
  ]);
  return ({ id }) => answers.get(id);
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

function toAnswers(
  fields: readonly (readonly [AnswerColumn, Field])[],
  readAnswer: (field: Field) => unknown,
): AnswersInColumns {
  return Object.fromEntries(fields.map(([column, field]) => [column, toFieldText(field, readAnswer(field))]));
}

async function readRecords(db: Db, viewer: Viewer, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: leads.id, record: leads.record })
    .from(leads)
    .where(and(visibleTo(viewer), inArray(leads.id, ids)));
}

async function readSubmitted(db: Db, viewer: Viewer, ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .select({ id: submissions.id, answers: submissions.answers })
    .from(submissions)
    .where(and(submissionsVisibleTo(viewer), inArray(submissions.id, ids)));
}
