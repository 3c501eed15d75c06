import 'server-only';
import { and, eq, inArray, isNotNull, isNull, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { erasedSubmissions } from '@/lib/db/schema/erasures';
import { importFiles, importRows, imports, sentImportRows } from '@/lib/db/schema/imports';
import { knownCompanies } from '@/lib/db/schema/known';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { signInLinks } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { pendingEdits, timeline } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { keyColumns } from '@/lib/leads/to-row';
import { redactedRecord } from '@/lib/leads/without-person';
import { forgetLimits } from '@/lib/limits/limits';
import { publishChange } from '@/lib/live/message';
import { recall } from '@/lib/notices/recall-stale-mail';
import type { Traces } from './traces';

/** Removes all that was found or ticked, in the caller's transaction. `lib/erasure/retained.ts` says what of each table. */
export async function removeTraces(tx: Db, traces: Traces, now: Date): Promise<void> {
  await emptyLeads(tx, traces, now);
  await emptyHistory(tx, traces);
  await removeRows(tx, traces);
  // Before the notices that it tells.
  for (const mail of traces.mails) await recall(tx, mail);
  await removeSubmissions(tx, traces);
  await removeByIds(tx, drafts, drafts.id, traces.drafts);
  await removeByIds(tx, pendingEdits, pendingEdits.id, traces.edits);
  await removeByIds(tx, savedViews, savedViews.id, traces.views);
  await removeByIds(tx, signInLinks, signInLinks.id, traces.links);
  if (traces.email !== undefined && !traces.roles.isSomeone) await forgetLimits(tx, traces.email);
  await emptyNames(tx, traces);
  // Nobody knows what is in them, nor in a file beside the sheet that was read: who still chooses uploads it again.
  await tx.delete(webhookQuarantine);
  await tx.delete(importFiles);
}

const idsOf = <Id>(rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id);

async function removeByIds(
  tx: Db,
  table: PgTable,
  column: PgColumn,
  ids: readonly (string | number)[],
): Promise<void> {
  if (ids.length > 0) await tx.delete(table).where(inArray(column, [...ids]));
}

async function emptyLeads(tx: Db, { leads: found }: Traces, now: Date): Promise<void> {
  for (const { id, organizationId, agentId, record } of found) {
    const retained = redactedRecord(record);
    await tx
      .update(leads)
      .set({
        firstName: '',
        lastName: '',
        email: '',
        sortName: '',
        record: retained,
        ...keyColumns(retained, {}),
        erasedAt: now,
      })
      .where(eq(leads.id, id));
    await publishChange(tx, { kind: 'lead', id, organizationId, agentId });
  }
  await forgetCompanies(tx, found);
}

/**
 * Companies that no lead has any more, in the organizations that have or had these leads: one may be called after its
 * only person.
 */
async function forgetCompanies(tx: Db, found: Traces['leads']): Promise<void> {
  if (found.length === 0) return;
  const leadIds = found.map(({ id }) => id);
  const earlier = tx
    .select({ id: timeline.organizationId })
    .from(timeline)
    .where(and(inArray(timeline.leadId, leadIds), isNotNull(timeline.organizationId)));
  const others = tx
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(
        eq(leads.organizationId, knownCompanies.organizationId),
        eq(leads.knownCompany, knownCompanies.company),
        isNull(leads.deletedAt),
      ),
    );
  const now = found.map(({ organizationId }) => organizationId);
  const owners = or(
    inArray(knownCompanies.organizationId, now),
    inArray(knownCompanies.organizationId, earlier),
  );
  await tx.delete(knownCompanies).where(and(owners, notExists(others)));
}

/** What happened and when stays. Only entries of kinds that tell nobody anything have values or words. */
async function emptyHistory(tx: Db, { history }: Traces): Promise<void> {
  if (history.length === 0) return;
  await tx
    .update(timeline)
    .set({ detail: sql`${timeline.detail} - 'fields' - 'message'` })
    .where(inArray(timeline.id, history));
}

/** Rows that became leads stay as places in their file; what was not sent goes, and so does what was refused. */
async function removeRows(tx: Db, { rows, submissions: found }: Traces): Promise<void> {
  const refused = new Set(found.filter(({ state }) => state === 'refused').map(({ id }) => id));
  for (const { importId, position, state, submissionId } of rows) {
    const one = and(eq(importRows.importId, importId), eq(importRows.position, position));
    const isRetained = state === 'heading' || (state === 'stored' && !refused.has(submissionId ?? ''));
    if (isRetained) await tx.update(importRows).set(EMPTY_ROW).where(one);
    else await tx.delete(importRows).where(one);
  }
  await removeByIds(tx, sentImportRows, sentImportRows.submissionId, idsOf(found));
}

/** Not even digests: they are of the answers alone, and few answers are likely. */
const EMPTY_ROW = {
  cells: [],
  fixes: {},
  digest: null,
  emailKey: null,
  phoneKey: null,
  sentKey: null,
} satisfies Partial<typeof importRows.$inferInsert>;

async function removeSubmissions(tx: Db, { submissions: found }: Traces): Promise<void> {
  const refused = idsOf(found.filter(({ state }) => state === 'refused'));
  const accepted = idsOf(found.filter(({ state }) => state === 'accepted'));
  const ids = found.map(({ id, formId, draftId }) => ({ id, formId, draftId }));
  if (ids.length > 0) await tx.insert(erasedSubmissions).values(ids).onConflictDoNothing();
  if (accepted.length > 0) await emptySubmissions(tx, inArray(submissions.id, accepted));
  if (refused.length > 0) await removeRefused(tx, refused);
  for (const { id, organizationId, agentId } of found)
    await publishChange(tx, { kind: 'submission', id, organizationId, agentId });
}

async function emptySubmissions(tx: Db, where: SQL): Promise<void> {
  await tx
    .update(submissions)
    .set({
      answers: {},
      digest: null,
      refusal: null,
      evidence: null,
      knownEmail: null,
      knownPhone: null,
      knownDomain: null,
      knownCompany: null,
      // The service's message may repeat an answer.
      attemptLog: sql`(select coalesce(jsonb_agg(fact - 'message' order by place), '[]'::jsonb)
        from jsonb_array_elements(${submissions.attemptLog}) with ordinality as facts(fact, place))`,
    })
    .where(where);
}

/** There is no lead, and without its answers nobody can correct it. */
async function removeRefused(tx: Db, ids: string[]): Promise<void> {
  const entries = tx.select({ id: timeline.id }).from(timeline).where(inArray(timeline.submissionId, ids));
  await tx
    .delete(notices)
    .where(or(inArray(notices.timelineId, entries), inArray(notices.submissionId, ids)));
  await tx.delete(timeline).where(inArray(timeline.submissionId, ids));
  await tx.delete(submissions).where(inArray(submissions.id, ids));
}

/** What others named is empty where it was ticked. Headings stay as many as there are columns. */
async function emptyNames(tx: Db, { imports: files, reasons }: Traces): Promise<void> {
  if (files.length > 0)
    await tx
      .update(imports)
      .set({
        fileName: '',
        readAs: null,
        headings: sql`(select coalesce(jsonb_agg(''::text), '[]') from jsonb_array_elements(${imports.headings}))`,
      })
      .where(inArray(imports.id, files));
  if (reasons.length > 0) await tx.update(viewAs).set({ reason: '' }).where(inArray(viewAs.id, reasons));
}
