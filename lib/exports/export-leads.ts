import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import type { LeadsQuery } from '@/lib/core/leads-query';
import type { Db } from '@/lib/db/handle';
import type { Cell, Table } from '@/lib/export-files/table';
import { asShown } from '@/lib/forms/field-overrides';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findSchema } from '@/lib/lead-schema/schema';
import { withAllowedOrder } from '@/lib/leads/allowed-order';
import { findAnswerFields, offerColumns } from '@/lib/leads/columns';
import { answerFields } from '@/lib/leads/field-texts';
import { countLeads } from '@/lib/leads/list';
import { answerColumn, type ColumnLabels, factColumn, isFact, type LeadColumn } from './lead-columns';
import { type ExportedLead, readLeads } from './read-leads';

/** The columns of the list as the person sees it, or every answer. */
export const EXPORT_COLUMNS = ['shown', 'all'] as const;
export type ExportColumns = (typeof EXPORT_COLUMNS)[number];

type ExportInput = {
  query: LeadsQuery;
  columns: ExportColumns;
  labels: ColumnLabels;
  locale: string;
};

/**
 * The leads that the list shows the viewer with these filters, in its order, as a table: with `show: 'needs-correction'`
 * the list shows none, but submissions that are no leads yet. What admins hide is in neither
 * choice of columns. Every batch is read as the viewer.
 */
export async function exportLeads(db: Db, viewer: Viewer, task: ExportInput): Promise<Table> {
  const { columns, labels } = task;
  const query = await withAllowedOrder(db, task.query);
  const chosen = await (columns === 'all' ? allColumns(db, task) : shownColumns(db, viewer, task));
  const batches = readLeads(db, viewer, { query, timeZone: labels.timeZone });
  return { head: chosen.map(({ heading }) => heading), batches: toCells(batches, chosen) };
}

/** How many leads an export with these filters holds; counted as the list counts. */
export async function countExported(
  db: Db,
  viewer: Viewer,
  task: { query: LeadsQuery; timeZone: string },
): Promise<{ count: number; capped: boolean }> {
  return task.query.show === 'needs-correction' ? { count: 0, capped: false } : countLeads(db, viewer, task);
}

async function* toCells(
  batches: AsyncGenerator<ExportedLead[], void>,
  columns: readonly LeadColumn[],
): AsyncGenerator<Cell[][], void> {
  for await (const leads of batches) yield leads.map((lead) => columns.map(({ cell }) => cell(lead)));
}

async function shownColumns(
  db: Db,
  { preferences, membership }: Viewer,
  { labels, locale }: ExportInput,
): Promise<LeadColumn[]> {
  const [fields, hidesValue] = await Promise.all([findAnswerFields(db, locale), isValueHidden(db)]);
  const offered = offerColumns({ fields, chosen: preferences.columns, role: membership.role, hidesValue });
  const shown = offered.filter(({ isShown }) => isShown);
  return [
    factColumn('company', labels),
    factColumn('person', labels),
    ...shown.flatMap(({ column }) => {
      if (isFact(column)) return [factColumn(column, labels)];
      const field = fields.get(column);
      return field ? [answerColumn(field, labels)] : [];
    }),
  ];
}

async function allColumns(db: Db, { labels, locale }: ExportInput): Promise<LeadColumn[]> {
  const [known, overrides] = await Promise.all([findSchema(db), getFieldOverrides(db, locale)]);
  const fields = known ? answerFields(asShown(known.schema, overrides, locale)) : [];
  return [
    ...(['id', 'status'] as const).map((fact) => factColumn(fact, labels)),
    ...fields.map((field) => answerColumn(field, labels)),
    ...(['agent', 'changed', 'submitted'] as const).map((fact) => factColumn(fact, labels)),
  ];
}
