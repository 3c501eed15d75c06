import 'server-only';
import { and, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '@/lib/db/handle';
import { auditLog, mails } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { erasedSubmissions } from '@/lib/db/schema/erasures';
import { importFiles, importRows, imports, sentImportRows } from '@/lib/db/schema/imports';
import { jobs } from '@/lib/db/schema/jobs';
import { knownCompanies } from '@/lib/db/schema/known';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { signInLinks } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { pendingEdits, timeline } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { toCompanyKey } from '@/lib/known-keys/company';
import { keyColumns } from '@/lib/leads/to-row';
import { recordWithoutPerson } from '@/lib/leads/without-person';
import { forgetTurns } from '@/lib/limits/limits';
import { publishChange } from '@/lib/live/message';
import { changeOfOthers } from './change-others';
import { toNames } from './names-of';
import type { Traces } from './traces';

/** Removes all that was found, in the caller's transaction. `lib/erasure/kept.ts` says what of each table. */
export async function removeTraces(tx: Db, traces: Traces, now: Date): Promise<void> {
  await emptyLeads(tx, traces, now);
  await emptyHistory(tx, traces);
  await removeRows(tx, traces);
  await removeSubmissions(tx, traces);
  await removeByIds(tx, drafts, drafts.id, traces.drafts);
  await changeOfOthers(tx, traces);
  await removeByIds(tx, pendingEdits, pendingEdits.id, traces.edits);
  await removeByIds(tx, webhookQuarantine, webhookQuarantine.id, idsOf(traces.deliveries));
  await removeByIds(tx, savedViews, savedViews.id, idsOf(traces.views));
  await removeByIds(tx, signInLinks, signInLinks.id, idsOf(traces.links));
  if (!traces.roles.isSomeone) await forgetTurns(tx, traces.email);
  await blankMentions(tx, traces);
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
    const kept = recordWithoutPerson(record);
    await tx
      .update(leads)
      .set({
        ...{ firstName: '', lastName: '', email: '', sortName: '' },
        ...{ record: kept, ...keyColumns(kept, {}), erasedAt: now },
      })
      .where(eq(leads.id, id));
    await publishChange(tx, { kind: 'lead', id, organizationId, agentId });
  }
  for (const lead of found) await forgetCompanies(tx, lead);
}

/**
 * The company of a lead, and earlier ones, also of organizations that it was moved from, as far as they are called after
 * the person; unless another lead has them: they may be called after their only person.
 */
async function forgetCompanies(
  tx: Db,
  { id, organizationId, knownCompany, firstName, lastName }: Traces['leads'][number],
): Promise<void> {
  const earlier = tx
    .select({ id: timeline.organizationId })
    .from(timeline)
    .where(and(eq(timeline.leadId, id), isNotNull(timeline.organizationId)));
  const called = toNames({ first: firstName, last: lastName }).flatMap(({ first, last }) =>
    [`${first} ${last}`, `${last} ${first}`].flatMap((name) => toCompanyKey(name) ?? []),
  );
  const which = or(
    knownCompany === null ? undefined : eq(knownCompanies.company, knownCompany),
    ...called.map((name) => sql`position(${name} in ${knownCompanies.company}) > 0`),
  );
  if (!which) return;
  const others = tx
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(
        eq(leads.organizationId, knownCompanies.organizationId),
        eq(leads.knownCompany, knownCompanies.company),
        sql`${leads.deletedAt} is null`,
      ),
    );
  const owners = or(
    eq(knownCompanies.organizationId, organizationId),
    inArray(knownCompanies.organizationId, earlier),
  );
  await tx.delete(knownCompanies).where(and(owners, which, sql`not exists ${others}`));
}

/** What happened and when stays. Only entries of kinds that tell nobody anything have values or words. */
async function emptyHistory(tx: Db, { history, historyOfOthers }: Traces): Promise<void> {
  for (const { id, detail } of historyOfOthers)
    await tx.update(timeline).set({ detail }).where(eq(timeline.id, id));
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
    const isKept = state === 'heading' || (state === 'stored' && !refused.has(submissionId ?? ''));
    if (isKept) await tx.update(importRows).set(EMPTY_ROW).where(one);
    else await tx.delete(importRows).where(one);
  }
  await removeByIds(tx, sentImportRows, sentImportRows.submissionId, idsOf(found));
}

/** Not even digests: they are of the answers alone, and few answers are likely. */
const EMPTY_ROW = {
  ...{ cells: [], fixes: {}, digest: null, emailKey: null, phoneKey: null, sentKey: null },
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
      ...{ answers: {}, digest: null, refusal: null, evidence: null },
      ...{ knownEmail: null, knownPhone: null, knownDomain: null, knownCompany: null },
      // The service's words may repeat an answer.
      attemptLog: sql`(select coalesce(jsonb_agg(fact - 'words' order by place), '[]'::jsonb)
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

async function blankMentions(tx: Db, traces: Traces): Promise<void> {
  for (const { id, sealed } of traces.mails) {
    if (sealed === null) await tx.delete(mails).where(eq(mails.id, id));
    else await tx.update(mails).set({ sealed }).where(eq(mails.id, id));
  }
  // What is in a file beside the sheet that was read is not known: who still chooses uploads it again.
  await tx.delete(importFiles);
  for (const { id, ...blanked } of traces.imports)
    await tx.update(imports).set(blanked).where(eq(imports.id, id));
  for (const { id, reason } of traces.reasons)
    await tx.update(viewAs).set({ reason }).where(eq(viewAs.id, id));
  for (const { id, lastError } of traces.jobs)
    await tx.update(jobs).set({ lastError }).where(eq(jobs.id, id));
  if (traces.audit.length === 0) return;
  await tx.execute(sql`select set_config('partner_desk.erases_audit', 'yes', true)`);
  for (const { id, ...blanked } of traces.audit)
    await tx.update(auditLog).set(blanked).where(eq(auditLog.id, id));
  await tx.execute(sql`select set_config('partner_desk.erases_audit', 'no', true)`);
}
