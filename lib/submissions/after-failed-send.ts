import 'server-only';
import { sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { type AttemptFact, type Evidence, submissions } from '@/lib/db/schema/submissions';
import { enqueue } from '@/lib/jobs/enqueue';
import { PRIORITY } from '@/lib/jobs/job';
import { findSchema, findSchemaVersion } from '@/lib/lead-schema/schema';
import type { ServiceError } from '@/lib/service/error';
import { writeTimeline } from '@/lib/timeline/write-timeline';
import { responseOf, withoutLastAttempt, withResponse } from './attempt-log';
import { followMappings, ownerEvidence } from './blocked';
import { isAboutOwner } from './owner-refusal';
import { moveSubmission } from './states';
import { SUBMISSION_CONFIRM } from './topics';

type Leased = { id: string; lease?: string };

/** The service definitely did not accept it: undoes this attempt. */
export function sendLater(db: Db, { id, lease }: Leased): Promise<boolean> {
  return moveSubmission(db, { id, from: 'sending', to: 'queued', lease, changes: withoutAttempt() });
}

function withoutAttempt() {
  return {
    attemptLog: withoutLastAttempt(),
    attempts: sql`${submissions.attempts} - 1`,
    firstAttemptedAt: sql`case when ${submissions.attempts} > 1 then ${submissions.firstAttemptedAt} end`,
    firstAttemptOrder: sql`case when ${submissions.attempts} > 1 then ${submissions.firstAttemptOrder} end`,
  };
}

/**
 * It may have arrived: never sent again blindly. The job that finds out is written in the same transaction.
 *
 * @param answer the response, if there was one
 * @param created the service said that it created the lead, and perhaps which: then it is never sent again
 * @param evidence why a person must decide if no lead is found
 */
export function confirmLater(
  db: Db,
  {
    id,
    lease,
    now,
    from = 'sending',
    created,
    response,
    evidence,
  }: Leased & {
    now: Date;
    from?: 'sending' | 'queued';
    created?: { leadId?: string };
    response?: Omit<AttemptFact, 'at'>;
    evidence?: Evidence;
  },
): Promise<boolean> {
  const leadIds = created?.leadId === undefined ? [] : [created.leadId];
  const changes = {
    ...(created && { evidence: { reason: 'created' as const, leadIds } }),
    ...(evidence && { evidence }),
    ...(response && { attemptLog: withResponse(response) }),
  };
  return db.transaction(async (tx) => {
    const moved = await moveSubmission(tx, { id, from, to: 'confirming', lease, changes });
    if (moved) {
      await enqueue(tx, { topic: SUBMISSION_CONFIRM, key: id, priority: PRIORITY.high, runAt: now });
    }
    return moved;
  });
}

/** It was rejected repeatedly, and not by the service: a person must know. */
export function giveUp(db: Db, { id, lease, error }: Leased & { error: ServiceError }): Promise<boolean> {
  const evidence = { reason: 'rejected-by-gateway' as const, leadIds: [] };
  const changes = { evidence, attemptLog: withResponse(responseOf(error)) };
  return db.transaction((tx) => moveSubmission(tx, { id, from: 'sending', to: 'review', lease, changes }));
}

/**
 * The service refused it. If it was sent before with an unclear outcome, that proves nothing: it may be
 * refused *because* the first one arrived. Then it is confirmed. A refusal of its owner does not concern its
 * agent: it is blocked until an admin corrects the owner.
 *
 * @returns whether it is about the owner
 */
export async function refuse(
  db: Db,
  {
    submission: { id, personId, organizationId, agentId, attempts, evidence: before, schemaVersion },
    lease,
    error,
    now,
  }: {
    submission: Pick<
      typeof submissions.$inferSelect,
      'id' | 'personId' | 'organizationId' | 'agentId' | 'attempts' | 'evidence' | 'schemaVersion'
    >;
    lease: string;
    error: ServiceError;
    now: Date;
  },
): Promise<{ isAboutOwner: boolean }> {
  const aboutOwner = isAboutOwner(error, await fieldsKnown(db, schemaVersion), [organizationId, agentId]);
  const evidence = aboutOwner ? ownerEvidence(error, before) : undefined;
  if (attempts > 0) {
    await confirmLater(db, { id, lease, now, response: responseOf(error), evidence });
    return { isAboutOwner: aboutOwner };
  }
  if (evidence) {
    const changes = { ...withoutAttempt(), evidence };
    await db.transaction(async (tx) => {
      await moveSubmission(tx, { id, from: 'sending', to: 'review', lease, changes });
      // Its agent may have been mapped anew while it was on its way.
      await followMappings(tx, { personIds: [personId], now });
    });
    return { isAboutOwner: true };
  }
  const refusal = { message: error.serviceMessage, fieldErrors: { ...error.fieldErrors } };
  await db.transaction(async (tx) => {
    const changes = { refusal, completedAt: now };
    if (!(await moveSubmission(tx, { id, from: 'sending', to: 'refused', lease, changes }))) return;
    const detail = { message: error.serviceMessage };
    await writeTimeline(tx, [{ submissionId: id, at: now, kind: 'refused', personId, detail }]);
  });
  return { isAboutOwner: false };
}

/** The fields of the form it was written on, and of the one in force: the portal validates by its newest. */
async function fieldsKnown(db: Db, schemaVersion: string) {
  const [former, current] = await Promise.all([findSchemaVersion(db, schemaVersion), findSchema(db)]);
  return [...(former?.fields ?? []), ...(current?.schema.fields ?? [])];
}
