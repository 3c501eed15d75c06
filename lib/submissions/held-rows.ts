import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { submissions } from '@/lib/db/schema/submissions';

const isAboutPair = sql`coalesce(${submissions.evidence} ->> 'reason', '') = 'pair'`;

/** Held: the service refused the pair that it was sent for, and an admin must correct the pair. */
export const isHeld = and(eq(submissions.state, 'review'), isAboutPair);

/** Held, and certainly not a lead: every request with it was answered. */
export const isHeldUnsent = and(isHeld, eq(submissions.attempts, 0));

/** Any other submission: a lead may have come from it. */
export const mayBeALead = sql`not (${isHeldUnsent})`;
