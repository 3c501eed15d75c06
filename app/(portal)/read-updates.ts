import type { Viewer } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { getUnread, markRead, type ReadSubject } from '@/lib/notices/notices';

/**
 * The viewer opens this: they have read what is new about it. Returns how many notices are still
 * unread, for `PortalHeader`; undefined if none of them were about this.
 */
export async function readUpdatesOf(viewer: Viewer, subject: ReadSubject): Promise<number | undefined> {
  // An admin who sees the desk as this person reads nothing for them.
  if (viewer.viewedBy !== undefined) return undefined;
  const db = await getDb();
  const wasUnread = await markRead(db, viewer, { subject, now: new Date() });
  return wasUnread ? (await getUnread(db, viewer)).ids.length : undefined;
}
