import 'server-only';
import type { memberships } from '@/lib/db/schema/people';
import type { NoticeReader } from './visible-notices';

/** Whose access was removed sees nothing any more, and is notified of that. */
const NO_MEMBERSHIP = { organizationId: '', agentId: '', role: 'agent' } as const;

/** The person as a reader of notices, with the membership that they have now. */
export function toReader(personId: string, membership: typeof memberships.$inferSelect | null): NoticeReader {
  const { organizationId, agentId, role } = membership ?? NO_MEMBERSHIP;
  return { personId, membership: { organizationId, agentId, role, organizationName: null, agentName: null } };
}
