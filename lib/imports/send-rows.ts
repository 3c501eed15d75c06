import 'server-only';
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { hasSameAccess } from '@/lib/auth/same-access';
import type { Actor } from '@/lib/auth/viewer';
import type { Log } from '@/lib/core/log';
import { lockPerson } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { memberships, people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import type { Translate } from '@/lib/forms/texts';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import { renewSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { storeSubmission } from '@/lib/submissions/store';
import { notifyOfImport } from '@/lib/timeline/notify';
import { rowChecker } from './check-rows';
import { getImportForm, type ImportForm, interpretationOf } from './import-form';
import type { StoredImport, StoredRow } from './imports';
import { release } from './start-sending';

/**
 * How many submissions of one import are on their way together: enough to keep the sender busy, and few enough that a
 * pause is one, and that the list of leads stays readable.
 */
const WINDOW = 20;
/** How long until there may be room again. */
const AGAIN_MS = 1_000;

type SendInput = { job: ClaimedJob; service: ServiceClient; clock: () => Date; log: Log };

/** In the background nobody reads a message. */
const silent: Translate = (key) => key;

/**
 * Turns waiting rows of an import into submissions, a few at a time, through the same function as the form. Each row is
 * stored in one transaction with its submission, whose id it got before: a process that ends in between has stored both
 * or neither.
 */
export async function sendImport(db: Db, { job, service, clock, log }: SendInput): Promise<JobOutcome> {
  const { underWay, waiting } = await countUnsent(db, job.key);
  // Asked once for many rows, and first: it may take long, and what the person does to the import meanwhile counts.
  if (underWay < WINDOW && waiting > 0) await renewSchema(db, { service, now: clock() });
  const [stored] = await db.select().from(imports).where(eq(imports.id, job.key));
  if (stored?.state !== 'sending') return DONE;
  const actor = await findActor(db, stored);
  if (!actor) return endBy(db, { stored, pausedBy: 'access', now: clock(), log });
  const form = await getImportForm(db, { t: silent, locale: stored.locale ?? 'en' });
  if (form?.whole.version !== stored.checkedBy && (await countUnsent(db, job.key)).waiting > 0) {
    // Other fields, or a consent to something else: the person has to see it first.
    return endBy(db, { stored, pausedBy: 'form', now: clock(), log });
  }
  const toAnswers = answerer(stored, form);
  for (let free = WINDOW - underWay; free > 0; free -= 1) {
    const result = await storeNext(db, actor, { stored, toAnswers, now: clock() });
    if (result === 'access-changed') return endBy(db, { stored, pausedBy: 'access', now: clock(), log });
    if (result === 'paused') return DONE;
    if (result === 'finished') {
      log.info('import.stored', { importId: stored.id });
      return DONE;
    }
  }
  return { kind: 'repeat', at: new Date(clock().getTime() + AGAIN_MS) };
}

/** Rows that are no submissions yet go back to the person. */
async function endBy(
  db: Db,
  { stored, pausedBy, now, log }: { stored: StoredImport; pausedBy: 'access' | 'form'; now: Date; log: Log },
): Promise<JobOutcome> {
  const { id, personId } = stored;
  const isEnded = await db.transaction(async (tx) => {
    await lockPerson(tx, personId);
    if (!(await isStillSent(tx, stored))) return false;
    await release(tx, { id, to: 'new', now, pausedBy });
    await notifyOfImport(tx, id);
    return true;
  });
  if (isEnded) log.warn('import.ended', { importId: id, pausedBy });
  return DONE;
}

/** False if the person paused or stopped it, or has sent it anew since: perhaps otherwise. */
async function isStillSent(tx: Db, { id, startedAt }: StoredImport): Promise<boolean> {
  const [current] = await tx
    .select({ state: imports.state, startedAt: imports.startedAt })
    .from(imports)
    .where(eq(imports.id, id));
  return current?.state === 'sending' && current.startedAt?.getTime() === startedAt?.getTime();
}

/** The person of an import, if they still act for whom they started it. */
async function findActor(
  db: Db,
  { personId, organizationId, agentId }: StoredImport,
): Promise<Actor | undefined> {
  const [row] = await db
    .select({ role: memberships.role })
    .from(memberships)
    .innerJoin(people, eq(people.id, memberships.personId))
    .where(
      and(
        eq(memberships.personId, personId),
        eq(memberships.organizationId, organizationId),
        eq(memberships.agentId, agentId),
        isNull(people.disabledAt),
      ),
    );
  const names = { organizationName: null, agentName: null };
  return row && { personId, membership: { organizationId, agentId, role: row.role, ...names } };
}

/** Submissions of this import that the sender has yet to send, and rows that will become submissions. */
async function countUnsent(db: Db, importId: string): Promise<{ underWay: number; waiting: number }> {
  const ofImport = eq(importRows.importId, importId);
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(importRows)
    .innerJoin(submissions, eq(submissions.id, importRows.submissionId))
    .where(and(ofImport, eq(importRows.state, 'stored'), sql`${submissions.state} in ('queued', 'sending')`));
  const waiting = await db.$count(importRows, and(ofImport, eq(importRows.state, 'waiting')));
  return { underWay: row?.count ?? 0, waiting };
}

type ToAnswers = (row: StoredRow) => Answers | undefined;

/** Reads rows as they were checked, with the consents that the person stated for all of them. */
function answerer(stored: StoredImport, form: ImportForm | undefined): ToAnswers {
  const interpretation = form && interpretationOf(stored, form.model);
  if (!interpretation) return () => undefined;
  const check = rowChecker({ form, interpretation });
  return (row) => {
    const outcome = check(row);
    return outcome.ok ? Object.assign(outcome.answers, stored.consents) : undefined;
  };
}

type Next = 'stored' | 'finished' | 'paused' | 'access-changed';

/** Stores the next waiting row as a submission. Whoever pauses or stops takes the same lock. */
async function storeNext(
  db: Db,
  actor: Actor,
  { stored, toAnswers, now }: { stored: StoredImport; toAnswers: ToAnswers; now: Date },
): Promise<Next> {
  const { id, checkedBy, startedAt } = stored;
  return await db.transaction(async (tx) => {
    await lockPerson(tx, actor.personId);
    if (!(await isStillSent(tx, stored))) return 'paused';
    const [row] = await tx
      .select()
      .from(importRows)
      .where(and(eq(importRows.importId, id), eq(importRows.state, 'waiting')))
      .orderBy(asc(importRows.position))
      .limit(1);
    if (!row) {
      await tx
        .update(imports)
        .set({ state: 'done', finishedAt: now, updatedAt: now })
        .where(eq(imports.id, id));
      await notifyOfImport(tx, id);
      return 'finished';
    }
    if (!(await hasSameAccess(tx, actor))) return 'access-changed';
    await storeRow(tx, actor, {
      row,
      answers: toAnswers(row),
      version: checkedBy ?? '',
      now: notAfter(now, startedAt),
    });
    return 'stored';
  });
}

/** When the person sent them. A time in the future was written by a clock that was ahead. */
const notAfter = (now: Date, at: Date | null) => (at && at < now ? at : now);

type RowInput = { row: StoredRow; answers: Answers | undefined; version: string; now: Date };

async function storeRow(tx: Db, actor: Actor, { row, answers, version, now }: RowInput): Promise<void> {
  const { importId, position, submissionId } = row;
  const thisRow = and(eq(importRows.importId, importId), eq(importRows.position, position));
  if (!answers || submissionId === null) {
    // Checked by the same form and still refused: a bound that depends on the day. The person sees it.
    await tx.update(importRows).set({ state: 'wrong', submissionId: null, sentKey: null }).where(thisRow);
    return;
  }
  const ids = { submissionId, formId: submissionId };
  const result = await storeSubmission(tx, actor, {
    ...ids,
    schemaVersion: version,
    answers,
    now,
    isBulk: true,
  });
  const earlier = 'earlier' in result ? result.earlier.id : undefined;
  // The same answers may be on their way already, from the form: then they are that submission.
  const id = result.kind === 'stored' ? result.submissionId : earlier;
  if (id === undefined) throw new Error(`a row of an import was not stored: ${result.kind}`);
  await tx.update(importRows).set({ state: 'stored', submissionId: id }).where(thisRow);
}
