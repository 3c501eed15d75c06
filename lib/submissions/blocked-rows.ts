import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { submissions } from '@/lib/db/schema/submissions';

const isAboutOwner = sql`coalesce(${submissions.evidence} ->> 'reason', '') = 'owner'`;

/** Blocked: the service refused the owner that it was sent for, and an admin must correct the owner. */
export const isBlocked = and(eq(submissions.state, 'review'), isAboutOwner);

/** Blocked, and definitely not a lead: every request with it was answered. */
export const isBlockedUnsent = and(isBlocked, eq(submissions.attempts, 0));

/** Any other submission: a lead may have come from it. */
export const mayBeALead = sql`not (${isBlockedUnsent})`;
