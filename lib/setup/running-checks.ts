import 'server-only';
import { and, count, isNotNull, isNull, lt } from 'drizzle-orm';
import { getServiceHealth } from '@/lib/connection/health';
import { mails } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { type SetupContext, tablesOf } from './context';
import { at, type CauseCode, type Facts, type Finding, ok, type Problem, problem, worstOf } from './finding';

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

/** Work and emails are done soon after they are due. */
export async function checkWork({ database, now }: SetupContext): Promise<Finding> {
  const db = tablesOf(database);
  if ('state' in db) return db;
  const before = (ms: number) => new Date(now().getTime() - ms);
  const [[late], [dead], [waiting]] = await Promise.all([
    db
      .select({ count: count() })
      .from(jobs)
      .where(and(isNull(jobs.deadAt), lt(jobs.runAt, before(LATE_MS)))),
    db.select({ count: count() }).from(jobs).where(isNotNull(jobs.deadAt)),
    db
      .select({ count: count() })
      .from(mails)
      .where(lt(mails.createdAt, before(MAIL_LATE_MS))),
  ]);
  return worstOf({}, [
    ...problemsOf('jobs-late', late?.count),
    ...problemsOf('jobs-failed', dead?.count),
    ...problemsOf('mails-late', waiting?.count),
  ]);
}

function problemsOf(code: CauseCode, found = 0): Problem[] {
  return found > 0 ? [{ state: 'warning', cause: { code, about: String(found) } }] : [];
}
