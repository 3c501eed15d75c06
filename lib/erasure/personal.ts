import 'server-only';
import { inArray, sql } from 'drizzle-orm';
import { getOwn } from '@/lib/core/own';
import type { Db } from '@/lib/db/handle';
import { agents, people } from '@/lib/db/schema/people';
import { toCompanyKey } from '@/lib/known-keys/company';
import { toEmailKey } from '@/lib/known-keys/email';
import type { KeyFields } from '@/lib/lead-schema/company-field';
import { contactOfAnswers, contactOfLead } from '@/lib/lead-schema/contact';
import { blankAll, type Personal, sparing, toPersonal } from './blank';
import type { FoundRow } from './find-entries';
import type { FoundLead, FoundSubmission } from './find-leads';
import { earlierNames, namedInDrafts, namedInRows } from './find-names';
import { mayName } from './may-hold';
import type { Name } from './name-pattern';

type Found = {
  /** The address in its spellings. */
  addresses: readonly string[];
  leads: readonly FoundLead[];
  submissions: readonly FoundSubmission[];
  /** Those that have the address. */
  rows: readonly FoundRow[];
  drafts: readonly string[];
};

/** Nobody: what is about an account stays. */
export const NOBODY: Personal = toPersonal({ emails: [], names: [], phones: [] });

/**
 * The address with the names, phones and other addresses of what has it: what other texts may name. From the history of a
 * lead only a first or last name that changed alone: where both did, it was about somebody else.
 */
export async function findPersonal(
  db: Db,
  fields: KeyFields,
  { addresses, leads, submissions, rows, drafts }: Found,
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
  const elsewhere = [
    ...(await namedInRows(db, fields, { addresses, rows })),
    ...(await namedInDrafts(db, fields, { addresses, ids: drafts })),
  ];
  const others = named.flatMap(({ email }) => toEmailKey(email ?? '') ?? []);
  const personal = toPersonal({
    emails: [...addresses, ...(await withoutAccounts(db, others))],
    names: [...[...named, ...elsewhere].flatMap(toNames), ...(await earlierNames(db, leads))],
    phones: [...named, ...elsewhere].flatMap(({ phones }) => phones),
    companies: named.map(({ company }) => company),
  });
  return sparing(personal, await findNamesakes(db, personal));
}

/** What stands before a last name and is a part of it: "de Vries" is not the name of someone called De. */
const PARTICLE =
  /^(?:al|bin|da|dal|de|dei|del|della|den|der|di|do|dos|du|el|ibn|la|le|mac|mc|san|st|ten|ter|van|von|vom|zu|zum)\.?$/i;
/** Of companies. */
const COMPANY_FORM =
  /\d|\b(?:ab|ag|as|bv|co|corp|gmbh|group|inc|kg|llc|ltd|nv|oy|plc|sa|sas|se|sl|srl|team)\b\.?/i;
const MOST_WORDS = 3;

/** One field may hold all of a name, unless it is that of the company: a lead of an office is called so. */
function toNames({ first, last, company }: Name & { company?: string | null }): Name[] {
  if (first !== '' && last !== '') return [{ first, last }];
  const text = `${first}${last}`.trim();
  const [one = '', ...rest] = text.split(/\s+/);
  const isName =
    rest.length > 0 &&
    rest.length < MOST_WORDS &&
    !PARTICLE.test(one) &&
    !COMPANY_FORM.test(text) &&
    !(company && toCompanyKey(text) === company);
  return isName ? [{ first: one, last: rest.join(' ') }] : [];
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
