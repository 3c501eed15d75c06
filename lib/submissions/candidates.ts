import 'server-only';
import { and, asc, eq, gt, gte, inArray, ne, notExists, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { findSchemaVersion } from '@/lib/lead-schema/schema';
import { mayBeALead } from './blocked-rows';
import { markerField } from './marked-payload';
import { areRivals, type Match, matchLead } from './match';
import type { Submission } from './send';
import { showsAnswers } from './similar';

/**
 * How far the service's clock may be behind ours, in milliseconds, for a lead to be matched automatically.
 */
const CLOCKS_APART_MS = 10 * 60_000;
/** An agent does not create more leads than this while one of them is unclear. */
const MAX_CANDIDATES = 500;

/** What the mirror knows of the lead that this submission may have become. */
export async function findMatch(
  db: Db,
  { submission, marker }: { submission: Submission; marker?: string },
): Promise<Match> {
  const { id, answers } = submission;
  // A form is large, and this runs every few seconds: without a marker only a candidate needs it.
  const marked = marker === undefined ? undefined : await findSchemaVersion(db, submission.schemaVersion);
  const field = markerField(marked, marker);
  const where = field ? carriesMarker(field.id, id) : isOfItsAgent(submission);
  const rows = await listCandidates(db, { submission, where });
  if (rows.length === 0) return { kind: 'none' };
  const schema = marked ?? (await findSchemaVersion(db, submission.schemaVersion));
  const candidates = rows.map(({ record, fromList, ...lead }) => ({
    ...lead,
    marker: readMarker(record, field?.id),
    shows: showsAnswers({ record, fromList }, { answers, schema }),
  }));
  const others = await listUnclear(db, submission);
  const hasRival = others.some((other) => areRivals(answers, other));
  return matchLead({ submissionId: id, answers, candidates, isMarked: field !== undefined, hasRival });
}

/**
 * Leads that may come from this submission: first stored after its first attempt, claimed by no submission,
 * and not ruled out by an admin. A lead that was known before the attempt never matches, whatever any clock
 * says.
 */
export function maybeOf(
  db: Db,
  submission: Pick<Submission, 'firstAttemptOrder' | 'evidence'>,
): SQL | undefined {
  const claimed = db.select({ id: submissions.id }).from(submissions).where(eq(submissions.leadId, leads.id));
  const { evidence } = submission;
  return and(
    gt(leads.firstSeenOrder, submission.firstAttemptOrder ?? 0),
    notExists(claimed),
    evidence?.ruledOut && evidence.leadIds.length > 0 ? notInArray(leads.id, evidence.leadIds) : undefined,
  );
}

/**
 * Leads of its agent, created since the first attempt as far as the service's clock is comparable with ours.
 * Leads that this wrongly excludes are compared before anything is sent again.
 */
function isOfItsAgent({ organizationId, agentId, firstAttemptedAt, createdAt }: Submission): SQL | undefined {
  const since = new Date((firstAttemptedAt ?? createdAt).getTime() - CLOCKS_APART_MS);
  return and(
    eq(leads.organizationId, organizationId),
    eq(leads.agentId, agentId),
    gte(leads.submittedAt, since),
  );
}

/** Regardless of the current owner: the number is proof. */
function carriesMarker(marker: string, submissionId: string): SQL | undefined {
  return or(
    sql`${leads.record} -> 'custom' ->> ${marker} = ${submissionId}`,
    sql`${leads.record} -> 'standard' ->> ${marker} = ${submissionId}`,
  );
}

function listCandidates(db: Db, { submission, where }: { submission: Submission; where: SQL | undefined }) {
  return db
    .select({
      id: leads.id,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      record: leads.record,
      fromList: leads.fromList,
    })
    .from(leads)
    .where(and(where, maybeOf(db, submission)))
    .orderBy(asc(leads.firstSeenOrder))
    .limit(MAX_CANDIDATES);
}

type LeadRecord = typeof leads.$inferSelect.record;

/** Portals differ in where they return a field. Undefined if the record has no such field at all. */
export function readMarker({ custom, standard }: LeadRecord, marker: string | undefined): unknown {
  if (marker === undefined) return undefined;
  if (Object.hasOwn(custom, marker)) return custom[marker];
  return getOwn(standard, marker);
}

/**
 * The answers of the organization's other submissions that are on their way or unclear, and may be a lead by
 * now.
 */
export async function listUnclear(db: Db, { id, organizationId }: Submission): Promise<Answers[]> {
  const others = await db
    .select({ answers: submissions.answers })
    .from(submissions)
    .where(
      and(
        eq(submissions.organizationId, organizationId),
        inArray(submissions.state, ['sending', 'confirming', 'review']),
        ne(submissions.id, id),
        mayBeALead,
      ),
    );
  return others.map(({ answers }) => answers);
}
