import 'server-only';
import { and, desc, eq, isNull, or, type SQL } from 'drizzle-orm';
import { writeAudit } from '@/lib/audit/write-audit';
import type { Db } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { type VIEW_ENDS, viewAs } from '@/lib/db/schema/view-as';

export type ViewEnd = (typeof VIEW_ENDS)[number];

/** Which views: of one session, of one admin, of one id, or of one person, whether they look or are looked at. */
type Which = { sessionId: string } | { adminId: string } | { viewId: string } | { eitherId: string };

function isOf(which: Which): SQL | undefined {
  if ('sessionId' in which) return eq(viewAs.sessionId, which.sessionId);
  if ('adminId' in which) return eq(viewAs.adminId, which.adminId);
  if ('viewId' in which) return eq(viewAs.id, which.viewId);
  return or(eq(viewAs.adminId, which.eitherId), eq(viewAs.personId, which.eitherId));
}

/**
 * Ends what is still open of these, with an audit entry each, and returns whose desk was seen. One whose time was
 * up ended then, whatever ends it now.
 */
export async function endViews(
  tx: Db,
  { of, how, now }: { of: Which; how: ViewEnd; now: Date },
): Promise<string[]> {
  const open = await tx
    .select()
    .from(viewAs)
    .where(and(isOf(of), isNull(viewAs.endedAt)))
    .for('update');
  for (const { id, adminId, personId, expiresAt } of open) {
    const isOver = expiresAt <= now;
    const [endedAt, ended] = [isOver ? expiresAt : now, isOver && how !== 'access' ? 'expired' : how];
    await tx.update(viewAs).set({ sessionId: null, endedAt, ended }).where(eq(viewAs.id, id));
    const emailOf = async (person: string) => {
      const [row] = await tx.select({ email: people.email }).from(people).where(eq(people.id, person));
      return row?.email ?? person;
    };
    await writeAudit(tx, {
      by: { personId: adminId, email: await emailOf(adminId) },
      event: 'people.view-ended',
      subject: await emailOf(personId),
      detail: { ended },
      at: now,
    });
  }
  return open.map(({ personId }) => personId);
}

/** How many a person is shown. */
const MAX_SHOWN = 10;

/** The last times that an admin saw the desk as this person, latest first. */
export async function listViewsOf(db: Db, personId: string) {
  return db
    .select({ id: viewAs.id, reason: viewAs.reason, startedAt: viewAs.startedAt })
    .from(viewAs)
    .where(eq(viewAs.personId, personId))
    .orderBy(desc(viewAs.startedAt))
    .limit(MAX_SHOWN);
}
