import 'server-only';
import { count, isNotNull, lt } from 'drizzle-orm';
import { LINK_SEND } from '@/lib/auth/links';
import { getServiceHealth } from '@/lib/connection/health';
import { mails } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { IMPORT_SEND } from '@/lib/imports/start-sending';
import { type DueJobs, isWorking, listDueJobs, readLastHeartbeat } from '@/lib/jobs/queue-state';
import { MAIL_SEND } from '@/lib/mail/mail';
import { NOTICE_MAILS } from '@/lib/notices/mails-topic';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from '@/lib/submissions/topics';
import { FULL_SYNC } from '@/lib/sync/full-sync';
import { LEAD_REFRESH } from '@/lib/sync/refresh';
import { type SetupContext, tablesOf } from './context';
import {
  at,
  type CauseCode,
  type Facts,
  type Finding,
  type Item,
  ok,
  type Problem,
  problem,
  worstOf,
} from './finding';
import { items } from './service-causes';

/** How the portal answered the desk's own calls. */
export async function checkConnection({ database }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const { failingSince, failure, lastOkAt } = await getServiceHealth(db);
  const facts: Facts = lastOkAt ? { lastResponse: at(lastOkAt) } : {};
  if (failingSince) {
    const since: Facts = { ...facts, failingSince: at(failingSince) };
    return problem('bad', failure === 'auth' ? 'wrong-key' : 'portal-down', { facts: since });
  }
  return lastOkAt ? ok(facts) : problem('unknown', 'not-checked');
}

const LATE_MS = 60_000;
/** A mail server that is restarted takes mails again sooner. */
const MAIL_LATE_MS = 5 * 60_000;

/** A worker runs, and work and emails are done soon after they are due. */
export async function checkWork({ database, settings, now }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const before = (ms: number) => new Date(now().getTime() - ms);
  const [late, lastWorker, [dead], [waiting]] = await Promise.all([
    listDueJobs(db, { before: before(LATE_MS), now: now() }),
    readLastHeartbeat(db),
    db.select({ count: count() }).from(jobs).where(isNotNull(jobs.deadAt)),
    db
      .select({ count: count() })
      .from(mails)
      .where(lt(mails.createdAt, before(MAIL_LATE_MS))),
  ]);
  const facts: Facts = {
    ...(lastWorker && { lastWorker: at(lastWorker) }),
    ...(late.length > 0 && { lateJobs: items(toItems(late)) }),
  };
  // The embedded database has one process: whoever can read it is that one, or it is stopped.
  const isWorkerGone = settings.DATABASE_URL !== undefined && !isWorking(lastWorker, now());
  return worstOf(facts, [
    ...(isWorkerGone ? [{ state: 'bad', cause: { code: 'no-worker' } } as const] : []),
    ...problemsOf(
      'jobs-late',
      late.reduce((sum, { count }) => sum + count, 0),
    ),
    ...problemsOf('jobs-failed', dead?.count),
    ...problemsOf('mails-late', waiting?.count),
  ]);
}

/** What a person waits for, by the topic of a job. */
const KINDS: Readonly<Record<string, string>> = {
  [SUBMISSION_SEND]: 'sending',
  [SUBMISSION_CONFIRM]: 'confirming',
  [LEAD_REFRESH]: 'reading',
  [FULL_SYNC]: 'reading',
  [IMPORT_SEND]: 'imports',
  [MAIL_SEND]: 'mails',
  [NOTICE_MAILS]: 'mails',
  [LINK_SEND]: 'mails',
};

/** Topics of one kind together; those that wait longest come first. */
function toItems(late: readonly DueJobs[]): Item[] {
  const kinds = new Map<string, { count: number; at: string }>();
  for (const { topic, count, oldest } of late) {
    const kind = KINDS[topic] ?? 'other';
    const first = kinds.get(kind) ?? { count: 0, at: oldest.toISOString() };
    kinds.set(kind, { ...first, count: first.count + count });
  }
  return [...kinds].map(([kind, values]) => ({ code: 'late-jobs', values: { kind, ...values } }));
}

function problemsOf(code: CauseCode, found = 0): Problem[] {
  return found > 0 ? [{ state: 'warning', cause: { code, about: String(found) } }] : [];
}
