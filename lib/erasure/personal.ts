import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { agents, people } from '@/lib/db/schema/people';
import { toEmailKey } from '@/lib/known-keys/email';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers, contactOfLead } from '@/lib/lead-schema/contact';
import { blankAll, type Personal, sparing, toPersonal } from './blank';
import type { Entry } from './entry';
import type { FoundLead, FoundSubmission } from './find-leads';
import { earlierOf, namedIn } from './find-names';
import { mayName } from './may-hold';
import { toNames } from './names-of';

type Found = {
  /** The address in its spellings. */
  addresses: readonly string[];
  leads: readonly FoundLead[];
  submissions: readonly FoundSubmission[];
  /** The drafts and rows of imports that have the address. */
  entries: readonly Entry[];
};

/** Nobody: what is about an account stays. */
export const NOBODY: Personal = toPersonal({ emails: [], names: [], phones: [] });

/**
 * The address with the names, phones and other addresses of what has it: what other texts may name. From the history of a
 * lead only as long as first or last name stayed: where both changed at once, it was about somebody else.
 */
export async function findPersonal(
  db: Db,
  fields: KeyFields,
  { addresses, leads, submissions, entries }: Found,
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
  const elsewhere = namedIn(entries, addresses);
  const earlier = await earlierOf(db, { leads, fields });
  const others = [...named.map(({ email }) => email), ...earlier.emails].flatMap(
    (email) => toEmailKey(email ?? '') ?? [],
  );
  const personal = toPersonal({
    emails: [...addresses, ...(await withoutAccounts(db, others))],
    names: [...named, ...elsewhere, ...earlier.names].flatMap(toNames),
    phones: [...named, ...elsewhere, earlier].flatMap(({ phones }) => phones),
    companies: named.map(({ company }) => company),
  });
  return sparing(personal, await findNamesakes(db, personal));
}

/** The addresses of users and agents who have a name, or a name in their address, like the person's. */
async function findNamesakes(db: Db, personal: Personal): Promise<string[]> {
  const tables = [people, agents].map(async (table) => {
    const { email, name } = table;
    const rows = await db
      .select({ email, name })
      .from(table)
      .where(mayName(sql`concat_ws(' ', ${email}, ${name})`, personal));
    return rows.flatMap((row) => {
      const text = [row.email, row.name].filter(Boolean).join(' ');
      return row.email && !personal.emails.includes(row.email) && blankAll(text, personal) !== text
        ? [row.email]
        : [];
    });
  });
  return [...new Set((await Promise.all(tables)).flat())];
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
