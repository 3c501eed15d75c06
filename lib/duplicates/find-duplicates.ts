import 'server-only';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Viewer } from '@/lib/auth/viewer';
import { getOwn } from '@/lib/core/own';
import { shortId } from '@/lib/core/short-id';
import type { Db } from '@/lib/db/handle';
import { knownCompanies } from '@/lib/db/schema/known';
import { leads } from '@/lib/db/schema/leads';
import { agents } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { companyText, getCompanyField } from '@/lib/lead-schema/company-field';
import { agentLabel } from '@/lib/leads/agent-label';
import { toName } from '@/lib/leads/list';
import { isOwnedBy } from '@/lib/leads/visible-to';
import { type Contact, type MatchedBy, toSearchKeys } from '@/lib/match-keys/keys';
import { MIN_SIMILARITY, similarity, toBands } from '@/lib/match-keys/similar';
import { nameOf, refusedState, reviewState } from '@/lib/submissions/pending';
import { type FoundRow, findRowsWithKeys } from './find-keys';

/** By what a lead was recognised: `similar` is a company of almost the same name. */
export type DuplicateBy = MatchedBy | 'similar';

/** What the viewer may open is named; of a colleague's lead only what a colleague may know. */
export type DuplicateMatch = {
  by: DuplicateBy;
  isOwn: boolean;
  /** When it was submitted. */
  at: Date;
  company?: string;
  agentName: string;
  opens?: { person: string; id: string } & (
    | { kind: 'lead'; status: string }
    | { kind: 'submission'; state: PendingState }
  );
};

type PendingState =
  | 'queued'
  | 'sending'
  | 'confirming'
  | 'accepted'
  | ReturnType<typeof refusedState>
  | ReturnType<typeof reviewState>;

const MAX_MATCHES = 3;
/** A person's own address and number say more than those of their company. */
const STRENGTH: Record<DuplicateBy, number> = { email: 0, phone: 0, domain: 1, company: 1, similar: 2 };

type Ranked = FoundRow & { by: DuplicateBy; isOwn: boolean };

/**
 * Who or what the viewer's organization has submitted already, of a contact that is being entered: at most
 * three, the surest first. Nothing of another organization is read. For a form, an import or a draft.
 *
 * @param regions whose phone numbers may be written without a country, the most probable first
 * @param except a refused submission that is being corrected
 */
export async function findDuplicates(
  db: Db,
  viewer: Viewer,
  { contact, regions, except }: { contact: Contact; regions: readonly string[]; except?: string },
): Promise<DuplicateMatch[]> {
  const { organizationId, agentId } = viewer.membership;
  const keys = toSearchKeys(contact, { regions });
  const [key] = keys.company;
  const similar = key === undefined ? [] : await findSimilarCompanies(db, { organizationId, key });
  const searched = { ...keys, company: [...keys.company, ...similar] };
  const found = await findRowsWithKeys(db, viewer, { searched, except });
  const ranked = found.map((row) => ({
    ...row,
    by: row.matched === 'company' && row.key !== key ? ('similar' as const) : row.matched,
    isOwn: row.agent === agentId,
  }));
  return describeMatches(db, viewer, firstOf(ranked));
}

/** The first ones, each lead or submission once. */
function firstOf(rows: readonly Ranked[]): Ranked[] {
  const sorted = rows.toSorted(
    (one, other) =>
      STRENGTH[one.by] - STRENGTH[other.by] ||
      Number(other.isOwn) - Number(one.isOwn) ||
      other.at - one.at ||
      (one.id < other.id ? -1 : 1),
  );
  const byId = new Map<string, Ranked>();
  for (const row of sorted) if (!byId.has(row.id)) byId.set(row.id, row);
  return [...byId.values()].slice(0, MAX_MATCHES);
}

async function describeMatches(db: Db, viewer: Viewer, rows: readonly Ranked[]): Promise<DuplicateMatch[]> {
  const idsOf = (source: FoundRow['source']) =>
    rows.filter((row) => row.source === source).map(({ id }) => id);
  const [ofLeads, ofSubmissions] = await Promise.all([
    describeLeads(db, viewer, idsOf('lead')),
    describeSubmissions(db, viewer, idsOf('submission')),
  ]);
  const facts = new Map([...ofLeads, ...ofSubmissions]);
  return rows.flatMap(({ id, by, isOwn }) => {
    const fact = facts.get(id);
    return fact ? [{ ...fact, by, isOwn }] : [];
  });
}

type Facts = Map<string, Omit<DuplicateMatch, 'by' | 'isOwn'>>;

async function describeLeads(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Facts> {
  if (ids.length === 0) return new Map();
  const { organizationId } = viewer.membership;
  const { id, firstName, lastName, email, company, status, agentId, submittedAt } = leads;
  const rows = await db
    .select({ id, firstName, lastName, email, company, status, agentId, submittedAt, agentName: agentLabel })
    .from(leads)
    .leftJoin(agents, and(eq(agents.organizationId, leads.organizationId), eq(agents.id, agentId)))
    .where(and(inArray(id, [...ids]), eq(leads.organizationId, organizationId), isNull(leads.deletedAt)));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        at: row.submittedAt,
        company: row.company ?? undefined,
        agentName: row.agentName ?? shortId(row.agentId),
        ...(isOwnedBy({ organizationId, agentId: row.agentId }, viewer) && {
          opens: { kind: 'lead' as const, id: row.id, person: toName(row), status: row.status },
        }),
      },
    ]),
  );
}

async function describeSubmissions(db: Db, viewer: Viewer, ids: readonly string[]): Promise<Facts> {
  if (ids.length === 0) return new Map();
  const { organizationId } = viewer.membership;
  const field = await getCompanyField(db);
  const { id, answers, agentId, createdAt, state, refusal, evidence } = submissions;
  const rows = await db
    .select({ id, answers, agentId, createdAt, state, refusal, evidence, agentName: agentLabel })
    .from(submissions)
    .leftJoin(agents, and(eq(agents.organizationId, submissions.organizationId), eq(agents.id, agentId)))
    .where(and(inArray(id, [...ids]), eq(submissions.organizationId, organizationId)));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        at: row.createdAt,
        company: field && companyText(field, getOwn(row.answers, field.id)),
        agentName: row.agentName ?? shortId(row.agentId),
        ...(isOwnedBy({ organizationId, agentId: row.agentId }, viewer) && {
          opens: {
            kind: 'submission' as const,
            id: row.id,
            person: nameOf(row.answers) || row.id,
            state: stateOf(row),
          },
        }),
      },
    ]),
  );
}

function stateOf({
  state,
  refusal,
  evidence,
}: Pick<typeof submissions.$inferSelect, 'state' | 'refusal' | 'evidence'>): PendingState {
  if (state === 'refused') return refusedState(refusal);
  return state === 'review' ? reviewState(evidence) : state;
}

/** Companies compared for each band: the work is bounded, however many share it. */
const PER_BAND = 20;
const MAX_SIMILAR = 3;

const companiesSchema = z.object({ rows: z.array(z.object({ company: z.string() })) });

/** The keys of an organization's companies that are similar to this one, the most similar first, without itself. */
async function findSimilarCompanies(
  db: Db,
  { organizationId, key }: { organizationId: string; key: string },
): Promise<string[]> {
  const found = await db.execute(sql`
    select distinct shared.company from jsonb_array_elements_text(${JSON.stringify(toBands(key))}::jsonb) as searched (band),
      lateral (select company from ${knownCompanies}
        where organization_id = ${organizationId} and band = searched.band::integer limit ${PER_BAND}) as shared`);
  return companiesSchema
    .parse(found)
    .rows.map(({ company }) => ({ company, share: similarity(key, company) }))
    .filter(({ company, share }) => company !== key && share >= MIN_SIMILARITY)
    .sort((one, other) => other.share - one.share || (one.company < other.company ? -1 : 1))
    .slice(0, MAX_SIMILAR)
    .map(({ company }) => company);
}
