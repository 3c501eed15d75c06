import 'server-only';
import { and, desc, eq, gte, inArray, lt, lte, max, type SQL } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { cutPage } from '@/lib/db/paging';
import { auditLog } from '@/lib/db/schema/admin';
import { people } from '@/lib/db/schema/people';
import { viewAs } from '@/lib/db/schema/view-as';
import type { AuditEvent } from './write-audit';

/** One entry of the log. `event` may be known only to an earlier or later version of the desk. */
export type AuditRow = Omit<typeof auditLog.$inferSelect, 'personId'>;

/** The filters of the log; `email` is of the person who acted. */
export type AuditQuery = { event?: AuditEvent; email?: string; since?: Date; until?: Date };

export const AUDIT_PER_PAGE = 50;
/** Entries per batch of an export: a batch is in memory as a whole. */
const BATCH = 1_000;

/** One page of matching entries, newest first; `next` is the cursor of the next page. */
export async function listAudit(
  db: Db,
  { after, ...query }: AuditQuery & { after?: number },
): Promise<{ rows: AuditRow[]; next?: number }> {
  const where = and(matching(db, query), after ? lt(auditLog.id, after) : undefined);
  const rows = await select(db, { where, limit: AUDIT_PER_PAGE + 1 });
  const { page, hasMore } = cutPage(rows, AUDIT_PER_PAGE);
  return { rows: page, next: hasMore ? page.at(-1)?.id : undefined };
}

/** Every matching entry, newest first, in batches. Excludes entries written in the meantime. */
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

const VIEW_STARTED = 'people.view-started' satisfies AuditEvent;

/** The reason for a view is in the row of the view alone: the log itself is never changed, and a reason can be erased. */
async function select(
  db: Db,
  { where, limit }: { where: SQL | undefined; limit: number },
): Promise<AuditRow[]> {
  const { id, at, email, event, subject, detail } = auditLog;
  const isItsView = and(
    eq(event, VIEW_STARTED),
    eq(viewAs.adminId, auditLog.personId),
    eq(viewAs.startedAt, at),
  );
  const rows = await db
    .select({ id, at, email, event, subject, detail, why: viewAs.reason })
    .from(auditLog)
    .leftJoin(viewAs, isItsView)
    .where(where)
    .orderBy(desc(id))
    .limit(limit);
  return rows.map(({ why, ...row }) => (why ? { ...row, detail: { ...row.detail, why } } : row));
}

/** Matches the person behind an address, whatever their address was at the time: the index is by person. */
function matching(db: Db, { event, email, since, until }: AuditQuery): SQL | undefined {
  const person = db
    .select({ id: people.id })
    .from(people)
    .where(eq(people.email, email?.toLowerCase() ?? ''));
  return and(
    event ? eq(auditLog.event, event) : undefined,
    email ? inArray(auditLog.personId, person) : undefined,
    since ? gte(auditLog.at, since) : undefined,
    until ? lt(auditLog.at, until) : undefined,
  );
}
