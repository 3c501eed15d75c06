import 'server-only';
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import { MOST_AT_ONCE } from '@/lib/core/erasure';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { agents, people } from '@/lib/db/schema/people';
import { pendingEdits, timeline } from '@/lib/db/schema/timeline';
import { getKeyFields, type KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers, contactOfLead } from '@/lib/lead-schema/contact';
import { toPersonal } from './blank';
import { findDrafts, findImportRows } from './find-entries';
import {
  countUnderWay,
  type FoundLead,
  type FoundSubmission,
  findLeads,
  findLeadsOf,
  findSubmissions,
} from './find-leads';
import { findMentions } from './find-mentions';

/** Everything that this desk keeps about one address. */
export type Traces = Awaited<ReturnType<typeof findTraces>>;

/** Who else the address belongs to: their account stays, and so do texts about it. */
export type OtherRoles = Awaited<ReturnType<typeof findOtherRoles>>;

/**
 * Finds what this desk keeps about an address, as `toEmailKey` makes it: leads and submissions with it, with what belongs
 * to those, and other rows that are about it. Not what only mentions the person, in another lead's answers or history.
 */
export async function findTraces(db: Db, { email, vault }: { email: string; vault: Vault }) {
  const withAddress = await findLeads(db, email);
  const allSubmissions = await findSubmissions(
    db,
    email,
    withAddress.map(({ id }) => id),
  );
  const submissions = allSubmissions.slice(0, MOST_AT_ONCE);
  const allLeads = unique([...withAddress, ...(await findLeadsOf(db, submissions))]);
  const leads = allLeads.slice(0, MOST_AT_ONCE);
  const leadIds = leads.map(({ id }) => id);
  const submissionIds = submissions.map(({ id }) => id);
  const owned = { email, leadIds, submissionIds };
  const roles = await findOtherRoles(db, email);
  const personal = roles.isSomeone ? [] : personalOf(await getKeyFields(db), { email, leads, submissions });
  const rows = await findImportRows(db, owned);
  const mentions = await findMentions(db, { email, personal, leadIds, vault });
  return {
    ...{ email, roles, leads, submissions, rows },
    /** More than can be erased at once: the rest is found next time. */
    isCut: Math.max(allLeads.length, allSubmissions.length) > MOST_AT_ONCE,
    /** On their way to the portal: nothing is erased until they are delivered. */
    underWay:
      (await countUnderWay(db, email, leads)) + rows.filter(({ state }) => state === 'waiting').length,
    drafts: await findDrafts(db, owned),
    history: await findHistory(db, owned),
    edits: await findEdits(db, leadIds),
    ...mentions,
    links: roles.isSomeone ? [] : mentions.links,
  };
}

/** Each once, in the order in which their locks are taken. */
function unique(found: readonly FoundLead[]): FoundLead[] {
  const byId = new Map(found.map((lead) => [lead.id, lead]));
  return [...byId.values()].toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

async function findOtherRoles(db: Db, email: string) {
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

type Found = { email: string; leads: readonly FoundLead[]; submissions: readonly FoundSubmission[] };

/** The address with the names and phones of its leads and submissions: what other texts may name. */
function personalOf(fields: KeyFields, { email, leads, submissions }: Found): string[] {
  const named = [
    ...leads.map((lead) => ({
      ...{ firstName: lead.firstName, lastName: lead.lastName, knownPhone: lead.knownPhone },
      phone: contactOfLead(lead.record, fields).phone,
    })),
    ...submissions.map(({ answers, knownPhone }) => ({
      ...{ firstName: textIn(answers, 'firstName'), lastName: textIn(answers, 'lastName'), knownPhone },
      phone: contactOfAnswers(answers, fields).phone,
    })),
  ];
  return toPersonal([
    email,
    ...named.flatMap(({ firstName, lastName, phone, knownPhone }) => [
      // One name alone is that of many.
      ...(firstName && lastName ? [`${firstName} ${lastName}`, `${lastName} ${firstName}`] : []),
      ...[phone, knownPhone].filter(isPhone),
    ]),
  ]);
}

/** A form takes shorter ones, and a text field anything: a year or a word would be blanked everywhere. */
function isPhone(text: string | null | undefined): boolean {
  return text != null && (text.match(/\d/g)?.length ?? 0) >= 6 && !/[\p{L}@]/u.test(text);
}

function textIn(answers: FoundSubmission['answers'], fieldId: string): string {
  const answer = getOwn(answers, fieldId);
  return typeof answer === 'string' ? answer.trim() : '';
}

/** History entries of these with values or words. */
async function findHistory(
  db: Db,
  { leadIds, submissionIds }: { leadIds: readonly string[]; submissionIds: readonly string[] },
): Promise<number[]> {
  if (leadIds.length + submissionIds.length === 0) return [];
  const hasWords = sql`(jsonb_exists(${timeline.detail}, 'fields') or jsonb_exists(${timeline.detail}, 'message'))`;
  const ofThese = or(
    leadIds.length > 0 ? inArray(timeline.leadId, [...leadIds]) : undefined,
    submissionIds.length > 0 ? inArray(timeline.submissionId, [...submissionIds]) : undefined,
  );
  const rows = await db.select({ id: timeline.id }).from(timeline).where(and(ofThese, hasWords));
  return rows.map(({ id }) => id);
}

async function findEdits(db: Db, leadIds: readonly string[]): Promise<number[]> {
  if (leadIds.length === 0) return [];
  const rows = await db
    .select({ id: pendingEdits.id })
    .from(pendingEdits)
    .where(inArray(pendingEdits.leadId, [...leadIds]));
  return rows.map(({ id }) => id);
}
