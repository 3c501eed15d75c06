import 'server-only';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import { MOST_AT_ONCE, PLACE_KINDS, type Place, type PlaceKind, placeKey } from '@/lib/core/erasure';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { notices } from '@/lib/db/schema/notices';
import { agents, people, signInLinks } from '@/lib/db/schema/people';
import { pendingEdits, timeline } from '@/lib/db/schema/timeline';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { getKeyFields } from '@/lib/lead-schema/company-field';
import { toEmailKey } from '@/lib/match-keys/email';
import { toPhoneKeys } from '@/lib/match-keys/phone';
import { findDrafts } from './find-drafts';
import { countUnderWay, type FoundLead, findLeadIds, findLeads, findSubmissions, oneOf } from './find-leads';
import {
  findHistoryPlaces,
  findLeadPlaces,
  findNamePlaces,
  findSubmissionPlaces,
  hasWords,
  MOST_PLACES,
} from './find-places';
import { findRows } from './find-rows';
import { MOST_TEXTS, textsOf } from './search';

/** Everything that this desk keeps about one person, as far as an address, or a lead's ID, and what was ticked say so. */
export type Traces = Awaited<ReturnType<typeof findTraces>>;

/**
 * Finds the leads and submissions of an address or of a lead's ID with all that belongs to them, and lists where else the
 * text, and the names, addresses and phones of those leads, stand.
 *
 * @param text as `toSearchText` makes it
 * @param ticked keys of places that go, too: a lead with all that belongs to it. What would not be listed is ignored.
 */
export async function findTraces(db: Db, { text, ticked }: { text: string; ticked?: readonly string[] }) {
  const email = toEmailKey(text);
  const fields = await getKeyFields(db);
  const leadIds = await findLeadIds(db, { text, email });
  const certain = await findOwners(db, { email, leadIds, submissionIds: [] });
  const texts = textsOf(text, certain, fields);
  const searched = { email, fields, texts, phones: phonesOf(text, certain.leads) };
  const around = { ...searched, ...idsOf(certain) };
  const isTicked = (place: Place) => ticked?.includes(placeKey(place)) ?? false;
  const onlyOf = (kind: PlaceKind) =>
    ticked?.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));
  const owners = [
    ...(await findLeadPlaces(db, { ...around, only: onlyOf('lead') })),
    ...(await findSubmissionPlaces(db, around)),
  ];
  const tickedOf = (kind: PlaceKind, of: readonly Place[]) =>
    of.filter((place) => place.kind === kind && isTicked(place)).map(({ id }) => id);
  const { leads, submissions, isCut } = owners.some(isTicked)
    ? await findOwners(db, {
        email,
        leadIds: [...around.leadIds, ...tickedOf('lead', owners)],
        submissionIds: tickedOf('submission', owners),
      })
    : certain;
  const owned = { ...searched, ...idsOf({ leads, submissions }) };
  const drafts = await findDrafts(db, owned);
  const rows = await findRows(db, owned);
  const others: Place[] = [
    ...(await findHistoryPlaces(db, { ...owned, only: onlyOf('history') })),
    ...drafts.others,
    ...rows.others,
    ...(await findNamePlaces(db, texts)),
  ];
  const places = PLACE_KINDS.map((kind) => [...owners, ...others].filter((one) => one.kind === kind));
  const roles = await findOtherRoles(db, email);
  const draftIds = [...drafts.own, ...tickedOf('draft', others)];
  return {
    text,
    email,
    texts,
    roles,
    leads,
    submissions,
    isCut,
    drafts: draftIds,
    rows: [...rows.own, ...rows.others.filter(isTicked)],
    history: [...(await findHistory(db, owned)), ...tickedOf('history', others).map(Number)],
    imports: tickedOf('import', others),
    views: tickedOf('view', others),
    reasons: tickedOf('reason', others),
    /** Some of each kind, for an admin to tick. */
    places: places.flatMap((some) => some.slice(0, MOST_PLACES)),
    hasMorePlaces: places.some(({ length }) => length > MOST_PLACES),
    /** On their way to the portal: nothing is erased until they are delivered. */
    underWay:
      (await countUnderWay(db, email, { leads, submissionIds: owned.submissionIds })) +
      rows.own.filter(({ state }) => state === 'waiting').length,
    edits: await findEdits(db, owned.leadIds),
    mails: await findMails(db, { ...owned, draftIds }),
    links: email === undefined || roles.isSomeone ? [] : await findLinks(db, email),
    deliveries: await db.$count(webhookQuarantine),
  };
}

/** The keys of a phone that was typed, and of the phones of these leads. */
function phonesOf(text: string, leads: readonly FoundLead[]): string[] {
  const typed = /^[+\d][\d\s()./-]*$/.test(text) ? toPhoneKeys(text, []) : [];
  const found = new Set([...typed, ...leads.flatMap(({ knownPhone }) => knownPhone ?? [])]);
  return [...found].slice(0, MOST_TEXTS);
}

type OwnerIds = { email: string | undefined; leadIds: readonly string[]; submissionIds: readonly string[] };

/** The submissions, the leads that they became, and these leads. */
async function findOwners(db: Db, owner: OwnerIds) {
  const submissions = await findSubmissions(db, owner);
  const leadIds = new Set([...owner.leadIds, ...submissions.flatMap(({ leadId }) => leadId ?? [])]);
  const leads = await findLeads(db, [...leadIds]);
  return {
    leads: leads.slice(0, MOST_AT_ONCE),
    submissions: submissions.slice(0, MOST_AT_ONCE),
    /** More than can be erased at once: the rest is found next time. */
    isCut: Math.max(leads.length, submissions.length) > MOST_AT_ONCE,
  };
}

type Rows = readonly { id: string }[];
const idsOf = ({ leads, submissions }: { leads: Rows; submissions: Rows }): OwnIds => ({
  leadIds: leads.map(({ id }) => id),
  submissionIds: submissions.map(({ id }) => id),
});

/** Who else the address belongs to: their account stays. */
async function findOtherRoles(db: Db, email: string | undefined) {
  if (email === undefined) return { asAgent: [], isSomeone: false };
  const [person] = await db
    .select({ id: people.id, name: people.name })
    .from(people)
    .where(eq(people.email, email));
  const asAgent = await db
    .select({ organizationId: agents.organizationId, agentId: agents.id })
    .from(agents)
    .where(eq(agents.email, email))
    .orderBy(asc(agents.organizationId), asc(agents.id))
    .limit(10);
  return { person, asAgent, isSomeone: person !== undefined || asAgent.length > 0 };
}

type OwnIds = { leadIds: readonly string[]; submissionIds: readonly string[] };

/** The history of these with values or words. */
async function findHistory(db: Db, { leadIds, submissionIds }: OwnIds): Promise<number[]> {
  const ofThese = or(oneOf(timeline.leadId, leadIds), oneOf(timeline.submissionId, submissionIds));
  if (!ofThese) return [];
  const rows = await db.select({ id: timeline.id }).from(timeline).where(and(ofThese, hasWords));
  return rows.map(({ id }) => id);
}

async function findEdits(db: Db, leadIds: readonly string[]): Promise<number[]> {
  const rows = await db
    .select({ id: pendingEdits.id })
    .from(pendingEdits)
    .where(oneOf(pendingEdits.leadId, leadIds) ?? sql`false`);
  return rows.map(({ id }) => id);
}

/** Waiting emails about notices of these: they may name them. */
async function findMails(
  db: Db,
  { leadIds, submissionIds, draftIds }: OwnIds & { draftIds: readonly string[] },
) {
  const ofThese = or(
    oneOf(notices.leadId, leadIds),
    oneOf(notices.submissionId, submissionIds),
    oneOf(notices.draftId, draftIds),
  );
  if (!ofThese) return [];
  const ofMail = db
    .select({ id: notices.id })
    .from(notices)
    .where(and(ofThese, sql`${mails.mailedNotices} -> 'ids' @> to_jsonb(${notices.id})`));
  return await db
    .select({ id: mails.id, personId: mails.personId, mailedNotices: mails.mailedNotices })
    .from(mails)
    .where(sql`exists ${ofMail}`);
}

async function findLinks(db: Db, email: string): Promise<string[]> {
  const rows = await db.select({ id: signInLinks.id }).from(signInLinks).where(eq(signInLinks.email, email));
  return rows.map(({ id }) => id);
}
