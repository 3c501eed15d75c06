import 'server-only';
import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { type Listed, MAX_LISTED, toListed, total } from '@/lib/db/paging';
import { leads } from '@/lib/db/schema/leads';
import { agents, organizations, people } from '@/lib/db/schema/people';
import { type AttemptFact, type Evidence, submissions } from '@/lib/db/schema/submissions';
import type { FieldText } from '@/lib/forms/answer-text';
import type { Answers, LeadSchema } from '@/lib/forms/field';
import { asShown } from '@/lib/forms/field-overrides';
import { getFieldOverrides } from '@/lib/lead-schema/field-settings';
import { findSchemaVersion, findValueCurrency } from '@/lib/lead-schema/schema';
import { agentLabel } from '@/lib/leads/agent-label';
import { answersToFieldTexts } from '@/lib/leads/field-texts';
import { isBlocked } from '@/lib/submissions/blocked-rows';
import { isSameFingerprint, toFingerprint } from '@/lib/submissions/match';
import { nameOf, numberOf, textOf } from '@/lib/submissions/pending';

/** What answers and leads are compared by. */
export type Identity = { name: string; email: string; value?: number; currency?: string };

/** A lead of the mirror that a submission may have created. */
export type CandidateLead = Identity & {
  id: string;
  createdAt: Date;
  deletedAt?: Date;
  /** It belongs to another submission, so this one did not create it. */
  isClaimed: boolean;
  /** The fields with equal values, by the portal's labels; as far as they were searched. */
  shared: string[];
};

/** A submission that waits for a person's decision, with everything this desk knows about it. */
export type ReviewRow = Identity & {
  id: string;
  personName: string;
  agentName: string;
  organizationName: string;
  submittedAt: Date;
  attempts: number;
  /** Every request sent with it. */
  sent: AttemptFact[];
  reason: Exclude<Evidence['reason'], 'owner'>;
  /** Every lead in its evidence, shown or not. */
  namedLeads: string[];
  answers: FieldText[];
  candidates: Listed<CandidateLead>;
};

/** More leads than this next to each other do not help the decision. */
const MAX_CANDIDATES = 10;

/**
 * Every submission that waits for a decision, by longest wait first.
 *
 * @param locale the admin's, as a tag (BCP 47)
 */
export async function listReviews(db: Db, locale: string): Promise<Listed<ReviewRow>> {
  const rows = await readRows(db);
  const ids = rows.map(({ id }) => id);
  const versions = [...new Set(rows.map(({ schemaVersion }) => schemaVersion))];
  const [candidates, currency, overrides, schemas] = await Promise.all([
    readCandidates(db, ids),
    findValueCurrency(db),
    getFieldOverrides(db, locale),
    Promise.all(versions.map(async (version) => [version, await findSchemaVersion(db, version)] as const)),
  ]);
  const schemaOf = new Map<string, LeadSchema | undefined>(schemas);
  const shownOf = (version: string) => {
    const schema = schemaOf.get(version);
    return schema && asShown(schema, overrides, locale);
  };
  return toListed(rows, ({ answers, schemaVersion, evidence, ...row }) => {
    const found = candidates.filter(({ submissionId }) => submissionId === row.id);
    const shown = shownOf(schemaVersion);
    const fingerprint = toFingerprint(answers);
    const labels = new Map(shown?.fields.map(({ id, label }) => [id, label]));
    return {
      ...row,
      ...identityOf(answers),
      currency,
      agentName: row.agentName ?? shortId(row.agentId),
      organizationName: row.organizationName ?? shortId(row.organizationId),
      sent: row.attemptLog,
      // Every row in review got its evidence in the same statement.
      reason: reasonOf(evidence, found.filter((lead) => isSameFingerprint(fingerprint, lead)).length),
      namedLeads: evidence?.leadIds ?? [],
      answers: answersToFieldTexts(shown, answers),
      candidates: toListed(found, (lead) => {
        const shared = (evidence?.shared?.[lead.id] ?? []).map((id) => labels.get(id) ?? id);
        return { ...toCandidate(lead, currency), shared };
      }),
    };
  });
}

/**
 * Why a person has to decide. A second lead of the same name and address may have arrived since the evidence was
 * written: `alike` counts those that are known now.
 */
function reasonOf(evidence: Evidence | null, alike: number): ReviewRow['reason'] {
  const reason = evidence?.reason ?? 'unlike';
  if (reason === 'unlike' && alike > 1) return 'several';
  return reason === 'owner' ? 'unlike' : reason;
}

function readRows(db: Db) {
  return (
    db
      .select({
        id: submissions.id,
        answers: submissions.answers,
        schemaVersion: submissions.schemaVersion,
        evidence: submissions.evidence,
        personName: people.name,
        agentId: submissions.agentId,
        agentName: agentLabel,
        organizationId: submissions.organizationId,
        organizationName: organizations.name,
        submittedAt: submissions.createdAt,
        attempts: submissions.attempts,
        attemptLog: submissions.attemptLog,
        total,
      })
      .from(submissions)
      .innerJoin(people, eq(people.id, submissions.personId))
      .leftJoin(
        agents,
        and(eq(agents.organizationId, submissions.organizationId), eq(agents.id, submissions.agentId)),
      )
      .leftJoin(organizations, eq(organizations.id, submissions.organizationId))
      // Those blocked for their owner are listed by it.
      .where(and(eq(submissions.state, 'review'), sql`not (${isBlocked})`))
      .orderBy(asc(submissions.attemptedAt), asc(submissions.id))
      .limit(MAX_LISTED)
  );
}

/**
 * For each of these submissions the leads in its evidence, and newer ones that share its email address or
 * family name. Only leads that may be matched: of its organization, and first seen after it was first sent.
 */
function readCandidates(db: Db, ids: string[]) {
  const claims = alias(submissions, 'claims');
  const isNamed = sql`coalesce(${submissions.evidence} -> 'leadIds', '[]') @> to_jsonb(${leads.id})`;
  const sharesEmail = sql`lower(${leads.email}) = lower(nullif(${submissions.answers} ->> 'email', ''))`;
  const sharesName = sql`lower(${leads.lastName}) = lower(nullif(${submissions.answers} ->> 'lastName', ''))`;
  const near = db
    .select({
      id: leads.id,
      firstName: leads.firstName,
      lastName: leads.lastName,
      email: leads.email,
      value: leads.value,
      submittedAt: leads.submittedAt,
      deletedAt: leads.deletedAt,
      isClaimed: sql<boolean>`(${claims.id} is not null)`.as('is_claimed'),
      total: total.as('lead_count'),
    })
    .from(leads)
    .leftJoin(claims, eq(claims.leadId, leads.id))
    .where(
      and(
        eq(leads.organizationId, submissions.organizationId),
        gt(leads.firstSeenOrder, sql`coalesce(${submissions.firstAttemptOrder}, 0)`),
        or(isNamed, and(isNull(claims.id), or(sharesEmail, sharesName))),
      ),
    )
    .orderBy(asc(leads.submittedAt), asc(leads.id))
    .limit(MAX_CANDIDATES)
    .as('near');
  return db
    .select({
      submissionId: submissions.id,
      id: near.id,
      firstName: near.firstName,
      lastName: near.lastName,
      email: near.email,
      value: near.value,
      createdAt: near.submittedAt,
      deletedAt: near.deletedAt,
      isClaimed: near.isClaimed,
      total: near.total,
    })
    .from(submissions)
    .innerJoinLateral(near, sql`true`)
    .where(inArray(submissions.id, ids))
    .orderBy(asc(near.submittedAt), asc(near.id));
}

type Found = Awaited<ReturnType<typeof readCandidates>>[number];

function toCandidate(lead: Found, currency: string | undefined): Omit<CandidateLead, 'shared'> {
  const { id, firstName, lastName, email, createdAt, isClaimed } = lead;
  return {
    id,
    email,
    createdAt,
    isClaimed,
    currency,
    name: `${firstName} ${lastName}`.trim(),
    value: lead.value ?? undefined,
    deletedAt: lead.deletedAt ?? undefined,
  };
}

function identityOf(answers: Answers): Identity {
  return { name: nameOf(answers), email: textOf(answers, 'email'), value: numberOf(answers, 'value') };
}
