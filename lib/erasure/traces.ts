import 'server-only';
import { asc, inArray } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import { MOST_AT_ONCE } from '@/lib/core/erasure';
import type { Db } from '@/lib/db/handle';
import { agents, people } from '@/lib/db/schema/people';
import { pendingEdits } from '@/lib/db/schema/timeline';
import { getKeyFields } from '@/lib/lead-schema/company-field';
import { spellingsOf } from './address-spellings';
import { toPersonal } from './blank';
import { type Choices, NO_CHOICES } from './choices';
import { findDrafts } from './find-drafts';
import { findHistory, findHistoryOfOthers } from './find-history';
import { countUnderWay, type FoundLead, findLeads, findLeadsOf, findSubmissions } from './find-leads';
import { findMentions } from './find-mentions';
import { findImportRows } from './find-rows';
import type { Owned } from './owned';
import { findPersonal, NOBODY } from './personal';

/** Everything that this desk keeps about one address. */
export type Traces = Awaited<ReturnType<typeof findTraces>>;

/** Who else the address belongs to: their account stays, and so do texts about it. */
export type OtherRoles = Awaited<ReturnType<typeof findOtherRoles>>;

/**
 * Finds what this desk keeps about an address, as `toEmailKey` makes it: leads and submissions with it, with what belongs
 * to those, and other rows that are about it. Not what only mentions the person, in another lead's answers or history, but
 * for the address as one that a lead had.
 */
export async function findTraces(db: Db, { email, vault, choices = NO_CHOICES }: Task) {
  const addresses = spellingsOf(email);
  const address = toPersonal({ emails: addresses, names: [], phones: [] });
  const withAddress = await findLeads(db, addresses);
  const hadIt = await findEarlierLeads(db, { addresses, address });
  const chosen = hadIt.filter(({ id }) => choices.leadIds.includes(id));
  const found = [...withAddress, ...chosen].map(({ id }) => id);
  const allSubmissions = await findSubmissions(db, addresses, found);
  const submissions = allSubmissions.slice(0, MOST_AT_ONCE);
  const allLeads = unique([...withAddress, ...chosen, ...(await findLeadsOf(db, idsOfLeads(submissions)))]);
  const leads = allLeads.slice(0, MOST_AT_ONCE);
  const leadIds = leads.map(({ id }) => id);
  const submissionIds = submissions.map(({ id }) => id);
  const roles = await findOtherRoles(db, addresses);
  const fields = await getKeyFields(db);
  const organizationIds = new Set([...leads, ...submissions].map(({ organizationId }) => organizationId));
  const byAddress = { addresses, address, leadIds, submissionIds, organizationIds, personal: NOBODY, fields };
  const [rowsWithIt, draftsWithIt] = [await findImportRows(db, byAddress), await findDrafts(db, byAddress)];
  const withIt = [...rowsWithIt.theirs, ...draftsWithIt.theirs];
  for (const { organizationId } of withIt) organizationIds.add(organizationId);
  const entries = withIt.map(({ entry }) => entry);
  const personal = roles.isSomeone
    ? NOBODY
    : await findPersonal(db, fields, { addresses, leads, submissions, entries });
  const owned = { ...byAddress, personal };
  // Of nobody there is no more than what has the address; and where it stands beside others is about an account.
  const [rows, written] = roles.isSomeone
    ? [
        { ...rowsWithIt, others: [] },
        { ...draftsWithIt, others: [] },
      ]
    : [await findImportRows(db, owned), await findDrafts(db, owned)];
  const ofOthers = othersOf({ rows, drafts: written }, choices);
  const history = await findHistory(db, owned);
  const earlierLeads = hadIt.filter(({ id, erasedAt }) => erasedAt === null && !leadIds.includes(id));
  const mentions = await findMentions(db, { addresses, address, personal, leadIds, organizationIds, vault });
  return {
    ...{ email, roles, leads, submissions },
    rows: rows.theirs,
    drafts: written.theirs.map(({ id }) => id),
    /** About somebody else, with the address blanked, and without the phone if that was chosen. */
    ofOthers,
    /** So many drafts and unsent rows of others have the phone. */
    sharedPhone: rows.withPhone.length + written.withPhone.length,
    /** They had the address before, and are not erased with it unless they are chosen. */
    earlierLeads,
    /** More than can be erased at once: the rest is found next time. */
    isCut: Math.max(allLeads.length, allSubmissions.length) > MOST_AT_ONCE,
    /** On their way to the portal: nothing is erased until they are delivered. */
    underWay:
      (await countUnderWay(db, addresses, leads)) +
      [...rows.theirs, ...ofOthers.rows].filter(({ state }) => state === 'waiting').length,
    history,
    historyOfOthers: await findHistoryOfOthers(db, owned, {
      ...{ own: history, earlier: earlierLeads.map(({ id }) => id) },
    }),
    edits: await findEdits(db, leadIds),
    ...mentions,
    links: roles.isSomeone ? [] : mentions.links,
  };
}

type Task = { email: string; vault: Vault; choices?: Choices };

/** Those whose history says that they had the address. */
async function findEarlierLeads(db: Db, sought: Pick<Owned, 'addresses' | 'address'>) {
  const entries = await findHistoryOfOthers(db, sought, { own: [] });
  return await findLeadsOf(db, idsOfLeads(entries));
}

const idsOfLeads = (rows: readonly { leadId: string | null }[]) => [
  ...new Set(rows.flatMap(({ leadId }) => leadId ?? [])),
];

type Found<Row> = { others: Row[]; withPhone: Row[] };

/** What is changed of others: without the phone, too, if that was chosen. */
function othersOf<Row extends FoundOther, Draft extends { id: string }>(
  { rows, drafts }: { rows: Found<Row>; drafts: Found<Draft> },
  { isPhoneOfOthers }: Choices,
) {
  const merged = <One>({ others, withPhone }: Found<One>, keyOf: (one: One) => string) => [
    ...new Map([...others, ...(isPhoneOfOthers ? withPhone : [])].map((one) => [keyOf(one), one])).values(),
  ];
  return {
    rows: merged(rows, ({ importId, position }) => `${importId} ${position}`),
    drafts: merged(drafts, ({ id }) => id),
  };
}

type FoundOther = { importId: string; position: number };

/** Each once, in the order in which their locks are taken. */
function unique(found: readonly FoundLead[]): FoundLead[] {
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function findOtherRoles(db: Db, addresses: readonly string[]) {
  const [person] = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(inArray(people.email, [...addresses]));
  const asAgent = await db
    .select({ organizationId: agents.organizationId, agentId: agents.id })
    .from(agents)
    .where(inArray(agents.email, [...addresses]))
    .orderBy(asc(agents.organizationId), asc(agents.id))
    .limit(10);
  return { person, asAgent, isSomeone: person !== undefined || asAgent.length > 0 };
}

async function findEdits(db: Db, leadIds: readonly string[]): Promise<number[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .select({ id: pendingEdits.id })
    .from(pendingEdits)
    .where(inArray(pendingEdits.leadId, [...leadIds]));
  return rows.map(({ id }) => id);
}
