import 'server-only';
import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import type { Place } from '@/lib/core/erasure';
import type { Db } from '@/lib/db/handle';
import { firstRow } from '@/lib/db/raw-row';
import { imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import type { Owned } from './find-drafts';
import { oneOf } from './find-leads';
import { holds, nameOf } from './search';

/** So many places of each kind are listed: a post has at most 200 fields. */
export const MOST_PLACES = 20;

/** Rows read by one statement: a table of all leads takes longer than a statement may. */
const ROWS_AT_ONCE = 20_000;

type LongTable = {
  table: PgTable;
  id: PgColumn;
  where: SQL | undefined;
  only: readonly (string | number)[] | undefined;
};

/** The first of these rows of a long table, which is read part by part; if only some may be found, these alone are read. */
async function idsIn(db: Db, { table, id, where, only }: LongTable): Promise<(string | number)[]> {
  if (only) {
    if (only.length === 0) return [];
    const rows = await db
      .select({ id })
      .from(table)
      .where(and(inArray(id, [...only]), where));
    return rows.flatMap((row) => (typeof row.id === 'string' || typeof row.id === 'number' ? [row.id] : []));
  }
  const found: (string | number)[] = [];
  for (let after = sql`true`; ; ) {
    const part = sql`select ${id} as id, ${where} as is_found from ${table} where ${after} order by ${id} limit ${ROWS_AT_ONCE}`;
    const read = partSchema.parse(
      await firstRow(
        db,
        sql`select count(*)::integer as count, to_jsonb(max(id)) as last,
          coalesce(jsonb_agg(id order by id) filter (where is_found), '[]') as found from (${part}) as part`,
      ),
    );
    found.push(...read.found);
    if (read.last === null || read.count < ROWS_AT_ONCE || found.length > MOST_PLACES) return found;
    after = sql`${id} > ${read.last}`;
  }
}

const anId = z.union([z.string(), z.number()]);
const partSchema = z.object({ count: z.number(), last: anId.nullable(), found: z.array(anId) });

/** `only`: the IDs of what was ticked. */
type Places = Pick<Owned, 'texts' | 'phones' | 'leadIds' | 'submissionIds'> & { only?: readonly string[] };

const notOneOf = (column: PgColumn, ids: readonly string[]) =>
  ids.length > 0 ? notInArray(column, [...ids]) : undefined;

/** Other leads that have one of the texts in their answers, or the phone. */
export async function findLeadPlaces(db: Db, { texts, phones, leadIds, only }: Places): Promise<Place[]> {
  const { id, firstName, lastName, email, record, knownPhone } = leads;
  const text = sql`concat_ws(' ', ${nameOf(firstName, lastName)}, ${email}, ${record}::text)`;
  const where = and(
    isNull(leads.erasedAt),
    notOneOf(id, leadIds),
    or(oneOf(knownPhone, phones), holds(text, texts)),
  );
  const ids = await idsIn(db, { table: leads, id, where, only });
  return ids.map((one) => ({ kind: 'lead', id: String(one), leadId: String(one) }));
}

/** Other submissions that do: a lead may be called otherwise in the portal by now. */
export async function findSubmissionPlaces(
  db: Db,
  { texts, phones, submissionIds }: Places,
): Promise<Place[]> {
  const { id, answers, knownPhone, createdAt } = submissions;
  const text = sql`concat_ws(' ', ${nameOf(sql`${answers} ->> 'firstName'`, sql`${answers} ->> 'lastName'`)}, ${answers}::text)`;
  const rows = await db
    .select({ id, owner: people.email, at: createdAt })
    .from(submissions)
    .innerJoin(people, eq(people.id, submissions.personId))
    .where(and(notOneOf(id, submissionIds), or(oneOf(knownPhone, phones), holds(text, texts))))
    .orderBy(asc(id))
    .limit(MOST_PLACES + 1);
  return rows.map((row) => ({ kind: 'submission', ...row }));
}

/** Entries with values or words: only those of kinds that tell nobody anything. */
export const hasWords = sql`(jsonb_exists(${timeline.detail}, 'fields') or jsonb_exists(${timeline.detail}, 'message'))`;

/** The history of other leads and submissions. */
export async function findHistoryPlaces(
  db: Db,
  { texts, leadIds, submissionIds, only }: Places,
): Promise<Place[]> {
  const { id, leadId, submissionId, at, detail } = timeline;
  const isOfOthers = (column: PgColumn, ids: readonly string[]) =>
    or(isNull(column), notOneOf(column, ids) ?? sql`true`);
  const where = and(
    hasWords,
    isOfOthers(leadId, leadIds),
    isOfOthers(submissionId, submissionIds),
    holds(sql`${detail}::text`, texts),
  );
  const numbers = only?.map(Number).filter(Number.isSafeInteger);
  const ids = (await idsIn(db, { table: timeline, id, where, only: numbers })).map(Number);
  if (ids.length === 0) return [];
  const rows = await db.select({ id, at, leadId }).from(timeline).where(inArray(id, ids)).orderBy(asc(id));
  return rows.map((row) => ({
    kind: 'history',
    id: String(row.id),
    at: row.at,
    leadId: row.leadId ?? undefined,
  }));
}

/** Names of files, sheets and columns, saved views, and reasons of admins. */
export async function findNamePlaces(db: Db, texts: readonly string[]): Promise<Place[]> {
  const { fileName, headings, readAs } = imports;
  const files = await db
    .select({ id: imports.id, owner: people.email, at: imports.createdAt })
    .from(imports)
    .innerJoin(people, eq(people.id, imports.personId))
    .where(holds(sql`concat_ws(' ', ${fileName}, ${headings}::text, ${readAs}::text)`, texts))
    .orderBy(asc(imports.id))
    .limit(MOST_PLACES + 1);
  const views = await db
    .select({ id: savedViews.id, owner: people.email, at: savedViews.createdAt })
    .from(savedViews)
    .innerJoin(people, eq(people.id, savedViews.personId))
    .where(holds(sql`concat_ws(' ', ${savedViews.name}, ${savedViews.params}::text)`, texts))
    .orderBy(asc(savedViews.id))
    .limit(MOST_PLACES + 1);
  const reasons = await db
    .select({ id: viewAs.id, owner: people.email, at: viewAs.startedAt })
    .from(viewAs)
    .innerJoin(people, eq(people.id, viewAs.adminId))
    .where(holds(sql`${viewAs.reason}`, texts))
    .orderBy(asc(viewAs.id))
    .limit(MOST_PLACES + 1);
  return [
    ...files.map((row) => ({ kind: 'import' as const, ...row })),
    ...views.map((row) => ({ kind: 'view' as const, ...row })),
    ...reasons.map((row) => ({ kind: 'reason' as const, ...row })),
  ];
}
