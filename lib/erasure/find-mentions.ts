import 'server-only';
import { setImmediate as giveWay } from 'node:timers/promises';
import { and, gt, inArray, lte, max, sql } from 'drizzle-orm';
import type { AuditEvent } from '@/lib/audit/write-audit';
import type { Vault } from '@/lib/core/crypto';
import type { Db } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { imports } from '@/lib/db/schema/imports';
import { jobs } from '@/lib/db/schema/jobs';
import { signInLinks } from '@/lib/db/schema/people';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { hasName, isSearchFor } from './about-person';
import {
  BLANK,
  blankAll,
  blankContacts,
  blankFileName,
  isNobody,
  isOfNamesake,
  type Personal,
} from './blank';
import { findDeliveries } from './find-deliveries';
import { findMails } from './find-mails';
import { mayName } from './may-hold';

type Sought = {
  /** The address in its spellings, and the patterns of it alone. */
  addresses: readonly string[];
  address: Personal;
  /** Addresses, names and phones. */
  personal: Personal;
  leadIds: readonly string[];
  /** Of these, and of the submissions. */
  organizationIds: ReadonlySet<string>;
  vault: Vault;
};

/** Where logs, mails, jobs, files and deliveries name the person, each with what to write instead. */
export async function findMentions(db: Db, sought: Sought) {
  return {
    audit: await findAudit(db, sought),
    mails: await findMails(db, sought),
    imports: await findNamedImports(db, sought),
    jobs: await findJobs(db, sought),
    deliveries: await findDeliveries(db, sought),
    views: await findViews(db, sought),
    reasons: await findReasons(db, sought),
    links: await db
      .select({ id: signInLinks.id })
      .from(signInLinks)
      .where(inArray(signInLinks.email, [...sought.addresses])),
  };
}

/**
 * The log is as long as the desk is old: each statement reads a part of it. So few that pages are still answered while
 * all of them are compared here, as in a language with letters beyond ASCII.
 */
const ENTRIES_AT_ONCE = 1_000;

async function findAudit(db: Db, { addresses, personal }: Sought) {
  const { id, event, email, subject, detail } = auditLog;
  const [newest] = await db.select({ id: max(id) }).from(auditLog);
  const found = [];
  for (let last = 0; !isNobody(personal) && last < (newest?.id ?? 0); last += ENTRIES_AT_ONCE) {
    const text = sql`concat_ws(' ', ${email}, ${subject}, ${detail}::text)`;
    const rows = await db
      .select({ id, event, email, subject, detail })
      .from(auditLog)
      .where(and(gt(id, last), lte(id, last + ENTRIES_AT_ONCE), mayName(text, personal)));
    found.push(...rows.flatMap((row) => blankEntry(row, { addresses, personal })));
    // The embedded database answers without ever giving way to other requests.
    await giveWay();
  }
  return found;
}

type Entry = Pick<typeof auditLog.$inferSelect, 'id' | 'event' | 'email' | 'subject' | 'detail'>;

/** Events whose names are those of users and agents, who may have no address here. */
const ABOUT_ACCOUNTS = new Set<string>([
  'people.added',
  'people.invited',
  'people.renamed',
  'agent.named',
  'agent.typed-in',
  'agent.corrected',
] satisfies AuditEvent[]);

/** The entry with its texts blanked; none if it only seemed to name the person. */
function blankEntry(
  entry: Entry,
  { addresses, personal }: Pick<Sought, 'addresses' | 'personal'>,
): Omit<Entry, 'event'>[] {
  const texts = [entry.subject, ...Object.values(entry.detail).map(String)];
  // What the log says about a user or agent of that name stays.
  const isOfOther = ABOUT_ACCOUNTS.has(entry.event) || texts.some((text) => isOfNamesake(text, personal));
  const blank = (text: string) => (isOfOther ? blankContacts(text, personal) : blankAll(text, personal));
  const details = Object.entries(entry.detail).map(
    ([name, value]) => [name, typeof value === 'string' ? blank(value) : value] as const,
  );
  // Whose entry it is: this address, or another one, of which no part is theirs.
  const email = entry.email && addresses.includes(entry.email.toLowerCase()) ? BLANK : entry.email;
  const blanked = { id: entry.id, email, subject: blank(entry.subject), detail: Object.fromEntries(details) };
  const isSame =
    blanked.email === entry.email &&
    blanked.subject === entry.subject &&
    details.every(([name, value]) => entry.detail[name] === value);
  return isSame ? [] : [blanked];
}

/** Imports whose file is called after the person, or whose first row is theirs and was taken for headings. */
async function findNamedImports(db: Db, { personal, organizationIds }: Sought) {
  if (isNobody(personal)) return [];
  const { id, fileName, headings, readAs, organizationId } = imports;
  const rows = await db.select({ id, fileName, headings, readAs, organizationId }).from(imports);
  return rows.flatMap(({ organizationId: of, ...row }) => {
    const blanked = {
      id: row.id,
      // Elsewhere a heading is what such columns are called, and a word in small letters is a word.
      fileName: (organizationIds.has(of) ? blankFileName : blankAll)(row.fileName, personal),
      headings: organizationIds.has(of) ? blankHeadings(row.headings, personal) : row.headings,
      readAs:
        row.readAs?.kind === 'xlsx'
          ? {
              ...row.readAs,
              sheet: blankAll(row.readAs.sheet, personal),
              ...(row.readAs.sheets && {
                sheets: row.readAs.sheets.map((sheet) => blankAll(sheet, personal)),
              }),
            }
          : row.readAs,
    };
    const isSame = JSON.stringify(blanked) === JSON.stringify(row);
    return isSame ? [] : [blanked];
  });
}

/** Each by itself; a first row that was taken for headings may have the names apart. */
function blankHeadings(headings: readonly string[], personal: Personal): string[] {
  const isTheirs = hasName(headings, personal);
  return headings.map((heading) =>
    isTheirs && isSearchFor(heading, personal) ? BLANK : blankAll(heading, personal),
  );
}

async function findJobs(db: Db, { personal }: Sought) {
  if (isNobody(personal)) return [];
  const { id, lastError } = jobs;
  const rows = await db
    .select({ id, lastError })
    .from(jobs)
    .where(and(sql`${lastError} is not null`, mayName(sql`${lastError}`, personal)));
  return rows.flatMap((row) => {
    const lastError = blankAll(row.lastError ?? '', personal);
    return lastError === row.lastError ? [] : [{ id: row.id, lastError }];
  });
}

/** Saved views that are called after the person, or search for them. There are few: each is read. */
async function findViews(db: Db, { personal, organizationIds }: Sought) {
  if (isNobody(personal)) return [];
  const { id, name, params, organizationId } = savedViews;
  const rows = await db.select({ id, name, params, organizationId }).from(savedViews);
  return rows.filter(
    (row) =>
      [row.name, ...Object.values(row.params)].some((one) => blankAll(one, personal) !== one) ||
      // Who can't see the lead searches for somebody else.
      (organizationIds.has(row.organizationId) && isSearchFor(row.params.q ?? '', personal)),
  );
}

/** Why admins saw the desk as somebody: a reason may name the lead's person. */
async function findReasons(db: Db, { personal }: Sought) {
  if (isNobody(personal)) return [];
  const { id, reason } = viewAs;
  const rows = await db
    .select({ id, reason })
    .from(viewAs)
    .where(mayName(sql`${reason}`, personal));
  return rows.flatMap((row) => {
    const blanked = blankAll(row.reason, personal);
    return blanked === row.reason ? [] : [{ id: row.id, reason: blanked }];
  });
}
