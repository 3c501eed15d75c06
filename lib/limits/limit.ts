import 'server-only';
import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { rateLimits } from '@/lib/db/schema/admin';

/** How often something may be done: `burst` times at once, and one more every `everyMs`. */
export type Limit = { name: string; burst: number; everyMs: number };

/** Whether it may be done now, and if not, in how many milliseconds. */
export type Turn = { allowed: true } | { allowed: false; retryAfterMs: number };

/**
 * Takes a turn under a limit that all processes share, in one statement: GCRA, by the database's own clock. A turn
 * that is refused costs nothing, so that who waits as told gets in.
 *
 * @param subject for whom the limit counts; hashed, because it may be an e-mail address
 */
export async function takeTurn(db: Db, task: { limit: Limit; subject: string }): Promise<Turn> {
  const { limit } = task;
  const key = keyOf(task);
  const every = milliseconds(limit.everyMs);
  const patience = milliseconds(limit.everyMs * (limit.burst - 1));
  // No turn is given for later than that: a clock that was ahead wrote it, and would keep everybody out for as long.
  const isAhead = sql`${rateLimits.nextAt} > clock_timestamp() + ${patience} + ${every} + interval '1 minute'`;
  const taken = await db
    .insert(rateLimits)
    .values({ key, nextAt: sql`clock_timestamp() + ${every}` })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        nextAt: sql`case when ${isAhead} then clock_timestamp()
          else greatest(${rateLimits.nextAt}, clock_timestamp()) end + ${every}`,
        refused: 0,
      },
      setWhere: sql`${rateLimits.nextAt} <= clock_timestamp() + ${patience} or ${isAhead}`,
    })
    .returning({ key: rateLimits.key });
  if (taken.length > 0) return { allowed: true };
  const waitMs = sql<number>`extract(epoch from ${rateLimits.nextAt} - ${patience} - clock_timestamp()) * 1000`;
  const [held] = await db
    .select({ waitMs: waitMs.mapWith(Number) })
    .from(rateLimits)
    .where(eq(rateLimits.key, key));
  return { allowed: false, retryAfterMs: Math.max(1, Math.ceil(held?.waitMs ?? 0)) };
}

/**
 * Takes a turn, and says the how many-th time this is since one was last allowed: 1 if it is allowed now. For what is
 * to be counted where it is too often to be written down each time.
 */
export async function countTurn(db: Db, task: { limit: Limit; subject: string }): Promise<number> {
  const turn = await takeTurn(db, task);
  if (turn.allowed) return 1;
  const [counted] = await db
    .update(rateLimits)
    .set({ refused: sql`${rateLimits.refused} + 1` })
    .where(eq(rateLimits.key, keyOf(task)))
    .returning({ refused: rateLimits.refused });
  return (counted?.refused ?? 0) + 1;
}

/** One row for each limit and subject: `whom` must be one of few, or of people. */
function keyOf({ limit, subject }: { limit: Limit; subject: string }): string {
  return `${limit.name}:${createHash('sha256').update(subject).digest('base64url')}`;
}

const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;
