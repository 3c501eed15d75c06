import 'server-only';
import { inArray } from 'drizzle-orm';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { agents, people } from '@/lib/db/schema/people';
import { toEmailKey } from '@/lib/known-keys/email';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers, contactOfLead } from '@/lib/lead-schema/contact';
import { type Personal, toPersonal } from './blank';
import type { FoundLead, FoundSubmission } from './find-leads';

type Found = { email: string; leads: readonly FoundLead[]; submissions: readonly FoundSubmission[] };

/** Nobody: what is about an account stays. */
export const NOBODY: Personal = toPersonal({ emails: [], names: [], phones: [] });

/** The address with the names, phones and other addresses of its leads and submissions: what other texts may name. */
export async function findPersonal(
  db: Db,
  fields: KeyFields,
  { email, leads, submissions }: Found,
): Promise<Personal> {
  const named = [
    ...leads.map((lead) => ({
      ...{ first: lead.firstName, last: lead.lastName, email: lead.email, company: lead.knownCompany },
      phones: [contactOfLead(lead.record, fields).phone, lead.knownPhone],
    })),
    ...submissions.map(({ answers, knownPhone, knownCompany: company }) => ({
      ...{ first: textIn(answers, 'firstName'), last: textIn(answers, 'lastName'), company },
      email: contactOfAnswers(answers, fields).email ?? textIn(answers, 'email'),
      phones: [contactOfAnswers(answers, fields).phone, knownPhone],
    })),
  ];
  const others = named.flatMap((one) => toEmailKey(one.email ?? '') ?? []);
  return toPersonal({
    emails: [email, ...(await withoutAccounts(db, others))],
    names: named.flatMap(({ first, last }) => (first && last ? [{ first, last }] : [])),
    phones: named.flatMap(({ phones }) => phones),
    companies: named.map(({ company }) => company),
  });
}

/** Those of nobody who signs in here or is an agent. */
async function withoutAccounts(db: Db, emails: readonly string[]): Promise<string[]> {
  const unique = [...new Set(emails)];
  if (unique.length === 0) return [];
  const rows = [
    ...(await db.select({ email: people.email }).from(people).where(inArray(people.email, unique))),
    ...(await db.select({ email: agents.email }).from(agents).where(inArray(agents.email, unique))),
  ];
  const taken = new Set(rows.map((row) => row.email));
  return unique.filter((email) => !taken.has(email));
}

function textIn(answers: FoundSubmission['answers'], fieldId: string): string {
  const answer = getOwn(answers, fieldId);
  return typeof answer === 'string' ? answer.trim() : '';
}
