import 'server-only';
import { and, asc, eq, gte, inArray, ne, notExists } from 'drizzle-orm';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { findSchemaVersion } from '@/lib/portal/schema';
import { markerField } from './marked-payload';
import { areRivals, type Candidate, type Match, matchLead } from './match';
import type { Submission } from './send';

/** The service's clock may be behind ours by so much, in milliseconds, and a lead of ours is still found. */
const CLOCKS_APART_MS = 10 * 60_000;
/** An agent does not make more leads than this while one of them is unclear. */
const MOST = 500;

/** What the mirror knows of the lead that this submission may have become. */
export async function findMatch(
  db: Db,
  { submission, marker }: { submission: Submission; marker?: string },
): Promise<Match> {
  const { id, answers } = submission;
  // A form is large, and this is asked every few seconds: only a marker needs it.
  const schema = marker === undefined ? undefined : await findSchemaVersion(db, submission.schemaVersion);
  const field = markerField(schema, marker);
  const candidates = await listCandidates(db, { submission, marker: field?.id });
  if (candidates.length === 0) return { kind: 'none' };
  const hasRival = await isRivalled(db, submission);
  return matchLead({ submissionId: id, answers, candidates, isMarked: field !== undefined, hasRival });
}

/** Leads of this agent, deleted ones too, made since the first attempt and claimed by no submission. */
async function listCandidates(
  db: Db,
  { submission, marker }: { submission: Submission; marker?: string },
): Promise<Candidate[]> {
  const { organizationId, agentId, firstAttemptedAt } = submission;
  if (!firstAttemptedAt) return [];
  const claimed = db.select({ id: submissions.id }).from(submissions).where(eq(submissions.leadId, leads.id));
  const rows = await db
    .select({
      id: leads.id,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      record: leads.record,
    })
    .from(leads)
    .where(
      and(
        eq(leads.organizationId, organizationId),
        eq(leads.agentId, agentId),
        gte(leads.submittedAt, new Date(firstAttemptedAt.getTime() - CLOCKS_APART_MS)),
        notExists(claimed),
      ),
    )
    .orderBy(asc(leads.submittedAt), asc(leads.id))
    .limit(MOST);
  return rows.map(({ record, ...lead }) => ({ ...lead, marker: readMarker(record, marker) }));
}

/** Portals differ in where they put what they read back. */
function readMarker(record: typeof leads.$inferSelect.record, marker: string | undefined): unknown {
  if (marker === undefined) return undefined;
  const { custom, standard } = record;
  return Object.hasOwn(custom, marker) ? custom[marker] : standard[marker];
}

/** Whether the same agent has another submission, on its way or unclear, that would look the same in the portal. */
async function isRivalled(db: Db, submission: Submission): Promise<boolean> {
  const others = await db
    .select({ answers: submissions.answers })
    .from(submissions)
    .where(
      and(
        eq(submissions.organizationId, submission.organizationId),
        eq(submissions.agentId, submission.agentId),
        inArray(submissions.state, ['sending', 'settling', 'review']),
        ne(submissions.id, submission.id),
      ),
    );
  return others.some(({ answers }) => areRivals(submission.answers, answers));
}
