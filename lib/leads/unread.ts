import 'server-only';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '@/lib/auth/viewer';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';

/** Of more unread notices only the latest count: nobody reads more one by one. */
export const MAX_UNREAD = 1_000;

/** A person's unread notices. */
export const unreadOf = ({ personId }: Pick<Actor, 'personId'>): SQL | undefined =>
  and(eq(notices.personId, personId), isNull(notices.readAt));

/** For queries of leads: those with unread notices for this person. */
export function isUnread(viewer: Actor): SQL {
  const latest = sql`select ${notices.leadId} from ${notices} where ${unreadOf(viewer)}
    order by ${desc(notices.id)} limit ${MAX_UNREAD}`;
  return sql`${leads.id} = any (array(${latest}))`;
}
