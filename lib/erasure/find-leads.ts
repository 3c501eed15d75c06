import 'server-only';
import { and, asc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { MOST_AT_ONCE } from '@/lib/core/erasure';
import type { Db } from '@/lib/db/handle';
import { leads } from '@/lib/db/schema/leads';
import { OPEN_STATES, submissions } from '@/lib/db/schema/submissions';
import { findCreators } from './find-creators';

/** Whether it is one of these; undefined, as a part of a condition, for none. */
export const oneOf = (column: PgColumn, ids: readonly string[]) =>
  ids.length > 0 ? inArray(column, [...ids]) : undefined;

const isOpen = inArray(submissions.state, [...OPEN_STATES]);

/** Corrections of corrections: more are not realistic. */
const MOST_CORRECTIONS = 20;

const LEAD_COLUMNS = {
  id: leads.id,
  organizationId: leads.organizationId,
  agentId: leads.agentId,
  status: leads.status,
  deletedAt: leads.deletedAt,
  erasedAt: leads.erasedAt,
  firstName: leads.firstName,
  lastName: leads.lastName,
  email: leads.email,
  knownPhone: leads.knownPhone,
  knownCompany: leads.knownCompany,
  record: leads.record,
};

/** `email`: as leads are known by it. `text`: for a lead's ID, if it is no address. */
export type Sought = { text: string; email: string | undefined };

/** The IDs of the leads of this address, those deleted in the portal included; or of the lead with this ID. */
export async function findLeadIds(db: Db, { text, email }: Sought): Promise<string[]> {
  const byId = and(eq(leads.id, text), isNull(leads.erasedAt));
  const rows = await db
    .select({ id: leads.id })
    .from(leads)
    .where(email === undefined ? byId : eq(leads.knownEmail, email))
    .orderBy(asc(leads.id))
    .limit(MOST_AT_ONCE + 1);
  return rows.map(({ id }) => id);
}

/** These leads, in the order in which their locks are taken. */
export async function findLeads(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return await db
    .select(LEAD_COLUMNS)
    .from(leads)
    .where(inArray(leads.id, [...ids]))
    .orderBy(asc(leads.id))
    .limit(MOST_AT_ONCE + 1);
}

/**
 * How many submissions stand in the way of an erasure: those of this address or of these, or of these leads, that are
 * on their way; those without an outcome that may have created one of these leads, and would not recognize it without
 * its person; and those whose lead has not been read yet, and would bring the person back.
 */
export async function countUnderWay(
  db: Db,
  email: string | undefined,
  { leads: found, submissionIds }: { leads: readonly FoundLead[]; submissionIds: readonly string[] },
): Promise<number> {
  const isUnread = sql`not exists (select 1 from ${leads} where ${leads.id} = ${submissions.leadId})`;
  const ofAddress = email === undefined ? sql`false` : eq(submissions.knownEmail, email);
  const ofLeads = oneOf(
    submissions.leadId,
    found.map(({ id }) => id),
  );
  return db.$count(
    submissions,
    or(
      and(isOpen, or(ofAddress, ofLeads, oneOf(submissions.id, submissionIds))),
      oneOf(submissions.id, await findCreators(db, found)),
      and(ofAddress, isNotNull(submissions.leadId), isUnread),
    ),
  );
}

export type FoundLead = Awaited<ReturnType<typeof findLeads>>[number];

const SUBMISSION_COLUMNS = {
  id: submissions.id,
  state: submissions.state,
  leadId: submissions.leadId,
  organizationId: submissions.organizationId,
  agentId: submissions.agentId,
  formId: submissions.formId,
  draftId: submissions.draftId,
  answers: submissions.answers,
};

type OwnerIds = { email: string | undefined; leadIds: readonly string[]; submissionIds: readonly string[] };

/**
 * The submissions with this address or ID or that became one of these leads, and what those corrected: an address with a
 * typo was refused, and its name and phone are still there.
 */
export async function findSubmissions(db: Db, { email, leadIds, submissionIds }: OwnerIds) {
  const found = await select(
    db,
    or(
      email === undefined ? sql`false` : eq(submissions.knownEmail, email),
      oneOf(submissions.leadId, leadIds),
      oneOf(submissions.id, submissionIds),
    ),
  );
  const ids = new Set(found.map(({ id }) => id));
  for (let round = 0, last = [...ids]; last.length > 0 && round < MOST_CORRECTIONS; round += 1) {
    const corrected = (await select(db, inArray(submissions.replacedBy, last))).filter(
      ({ id }) => !ids.has(id),
    );
    found.push(...corrected);
    last = corrected.map(({ id }) => id);
    for (const id of last) ids.add(id);
  }
  return found;
}

export type FoundSubmission = Awaited<ReturnType<typeof findSubmissions>>[number];

function select(db: Db, where: ReturnType<typeof or>) {
  return db
    .select(SUBMISSION_COLUMNS)
    .from(submissions)
    .where(where)
    .orderBy(asc(submissions.id))
    .limit(MOST_AT_ONCE + 1);
}

/** Locks these until the transaction ends: nobody sends, corrects or accepts one meanwhile. */
export async function lockSubmissions(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ one: sql`1` })
    .from(submissions)
    .where(inArray(submissions.id, [...ids]))
    .orderBy(asc(submissions.id))
    .for('update');
}
