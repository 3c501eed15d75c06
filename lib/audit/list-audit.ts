import 'server-only';
import { and, desc, eq, gte, inArray, lt, lte, max, type SQL } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { people } from '@/lib/db/schema/people';
import type { Act } from './write-audit';

/** One entry of the log. `act` may be one that only an earlier or later version of the desk knows. */
export type AuditRow = Omit<typeof auditLog.$inferSelect, 'personId'>;

/** What the log is narrowed to; `email` is of the person who did it. */
export type AuditQuery = { act?: Act; email?: string; since?: Date; until?: Date };

export const AUDIT_PER_PAGE = 50;
/** Entries read at once for an export: they are in memory together. */
const BATCH = 1_000;

/** The newest entries that fit, one page of them; `next` is where the next page begins. */
export async function listAudit(
  db: Db,
  { after, ...query }: AuditQuery & { after?: number },
): Promise<{ rows: AuditRow[]; next?: number }> {
  const where = and(matching(db, query), after ? lt(auditLog.id, after) : undefined);
  const rows = await select(db, { where, limit: AUDIT_PER_PAGE + 1 });
  const page = rows.slice(0, AUDIT_PER_PAGE);
  return { rows: page, next: rows.length > page.length ? page.at(-1)?.id : undefined };
}

/** Every entry that fits, newest first, in batches. What is written meanwhile is not among them. */
export async function* readAudit(db: Db, query: AuditQuery): AsyncGenerator<AuditRow[]> {
  const [newest] = await db.select({ id: max(auditLog.id) }).from(auditLog);
  let through = newest?.id ?? 0;
  for (;;) {
    const where = and(matching(db, query), lte(auditLog.id, through));
    const rows = await select(db, { where, limit: BATCH });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    through = last.id - 1;
  }
}

function select(db: Db, { where, limit }: { where: SQL | undefined; limit: number }): Promise<AuditRow[]> {
  const { id, at, email, act, subject, detail } = auditLog;
  return db
    .select({ id, at, email, act, subject, detail })
    .from(auditLog)
    .where(where)
    .orderBy(desc(id))
    .limit(limit);
}

/** By the person behind an address, whatever address they had when they did it: that is what the index knows. */
function matching(db: Db, { act, email, since, until }: AuditQuery): SQL | undefined {
  const person = db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.email, email?.toLowerCase() ?? ''));
  return and(
    act ? eq(auditLog.act, act) : undefined,
    email ? inArray(auditLog.personId, person) : undefined,
    since ? gte(auditLog.at, since) : undefined,
    until ? lt(auditLog.at, until) : undefined,
  );
}
