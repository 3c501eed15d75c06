import 'server-only';
import { and, eq, sql } from 'drizzle-orm';
import { submissions } from '@/lib/db/schema/submissions';

const isAboutPair = sql`coalesce(${submissions.evidence} ->> 'reason', '') = 'pair'`;

/** Held: the service refused the pair that it was sent for, and an admin has to correct that. */
export const isHeld = and(eq(submissions.state, 'review'), isAboutPair);

/** Held, and surely no lead came of it: no request with it was ever left without an answer. */
export const isHeldUnsent = and(isHeld, eq(submissions.attempts, 0));

/** Any other: a lead may have come of it. */
export const mayBeALead = sql`not (${isHeldUnsent})`;
