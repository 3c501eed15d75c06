import 'server-only';
import { and, asc, eq, gt, lte, max, or, type SQL, sql } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import { escapeHtml } from '@/lib/core/html';
import type { Db } from '@/lib/db/handle';
import { auditLog, mails } from '@/lib/db/schema/admin';
import { imports } from '@/lib/db/schema/imports';
import { jobs } from '@/lib/db/schema/jobs';
import { signInLinks } from '@/lib/db/schema/people';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { type Mail, mailSchema } from '@/lib/mail/mail';
import { BLANK, blankAll } from './blank';
import { mayHold } from './find-entries';

type Sought = {
  email: string;
  /** Address, names and phones, as `toPersonal` orders them. */
  personal: readonly string[];
  leadIds: readonly string[];
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
      .where(eq(signInLinks.email, sought.email)),
  };
}

const holdsAny = (text: SQL, personal: readonly string[]) => or(...personal.map((one) => mayHold(text, one)));

/** The log is as long as the desk is old: each statement reads a part of it. */
const ENTRIES_AT_ONCE = 50_000;

async function findAudit(db: Db, { email: sought, personal }: Sought) {
  const { id, email, subject, detail } = auditLog;
  const [newest] = await db.select({ id: max(id) }).from(auditLog);
  const found = [];
  for (let last = 0; personal.length > 0 && last < (newest?.id ?? 0); last += ENTRIES_AT_ONCE) {
    const text = sql`concat_ws(' ', ${email}, ${subject}, ${detail}::text)`;
    const rows = await db
      .select({ id, email, subject, detail })
      .from(auditLog)
      .where(and(gt(id, last), lte(id, last + ENTRIES_AT_ONCE), holdsAny(text, personal)));
    found.push(...rows.flatMap((row) => blankEntry(row, { email: sought, personal })));
  }
  return found;
}

type Entry = Pick<typeof auditLog.$inferSelect, 'id' | 'email' | 'subject' | 'detail'>;

/** The entry with its texts blanked; none if it only seemed to name the person. */
function blankEntry(entry: Entry, { email: sought, personal }: Pick<Sought, 'email' | 'personal'>): Entry[] {
  const blank = (text: string) => blankAll(text, personal);
  const details = Object.entries(entry.detail).map(
    ([name, value]) => [name, typeof value === 'string' ? blank(value) : value] as const,
  );
  // Whose entry it is: this address, or another one, of which no part is theirs.
  const email = entry.email?.toLowerCase() === sought ? BLANK : entry.email;
  const blanked = { id: entry.id, email, subject: blank(entry.subject), detail: Object.fromEntries(details) };
  const isSame =
    blanked.email === entry.email &&
    blanked.subject === entry.subject &&
    details.every(([name, value]) => entry.detail[name] === value);
  return isSame ? [] : [blanked];
}

/** A mail waits for minutes, or a day if the mail server is down: then there may be many, and each is opened. */
const MAILS_AT_ONCE = 500;

/** `sealed`: the mail without their name. Null: it is to them, and is not sent any more. */
type BlankedMail = { id: string; sealed: string | null };

async function findMails(db: Db, { email, personal, vault }: Sought) {
  if (personal.length === 0) return [];
  const found: BlankedMail[] = [];
  for (let last = '', isMore = true; isMore; ) {
    const rows = await db
      .select({ id: mails.id, sealed: mails.sealed })
      .from(mails)
      .where(gt(mails.id, last))
      .orderBy(asc(mails.id))
      .limit(MAILS_AT_ONCE);
    found.push(...rows.flatMap(({ id, sealed }) => blankMail({ id, sealed }, { email, personal, vault })));
    last = rows.at(-1)?.id ?? '';
    isMore = rows.length === MAILS_AT_ONCE;
  }
  return found;
}

function blankMail(
  { id, sealed }: { id: string; sealed: string },
  { email, personal, vault }: Pick<Sought, 'email' | 'personal' | 'vault'>,
): BlankedMail[] {
  const mail = openMail(vault, sealed);
  if (!mail) return [];
  if (mail.to.toLowerCase() === email) return [{ id, sealed: null }];
  const inHtml = personal.map(escapeHtml);
  const blanked = {
    ...mail,
    subject: blankAll(mail.subject, personal),
    text: blankAll(mail.text, personal),
    html: blankAll(blankAll(mail.html, personal), inHtml),
  };
  const isSame = (['subject', 'text', 'html'] as const).every((part) => mail[part] === blanked[part]);
  return isSame ? [] : [{ id, sealed: vault.seal(JSON.stringify(blanked)) }];
}

/** One that cannot be opened any more is never sent, and says nothing to anyone. */
function openMail(vault: Vault, sealed: string): Mail | undefined {
  try {
    return mailSchema.parse(JSON.parse(vault.open(sealed)));
  } catch {
    return undefined;
  }
}

/** Imports whose file is called after the person, or whose first row is theirs and was taken for headings. */
async function findNamedImports(db: Db, { personal }: Sought) {
  if (personal.length === 0) return [];
  const { id, fileName, headings, readAs } = imports;
  const rows = await db.select({ id, fileName, headings, readAs }).from(imports);
  return rows.flatMap((row) => {
    const blanked = {
      id: row.id,
      fileName: blankAll(row.fileName, personal),
      headings: row.headings.map((heading) => blankAll(heading, personal)),
      readAs:
        row.readAs?.kind === 'xlsx'
          ? { ...row.readAs, sheet: blankAll(row.readAs.sheet, personal) }
          : row.readAs,
    };
    const isSame = JSON.stringify(blanked) === JSON.stringify(row);
    return isSame ? [] : [blanked];
  });
}

async function findJobs(db: Db, { personal }: Sought) {
  if (personal.length === 0) return [];
  const { id, lastError } = jobs;
  const rows = await db
    .select({ id, lastError })
    .from(jobs)
    .where(and(sql`${lastError} is not null`, holdsAny(sql`${lastError}`, personal)));
  return rows.flatMap((row) => {
    const lastError = blankAll(row.lastError ?? '', personal);
    return lastError === row.lastError ? [] : [{ id: row.id, lastError }];
  });
}

/** Saved views that are called after the person, or search for them. */
async function findViews(db: Db, { personal }: Sought) {
  if (personal.length === 0) return [];
  const { id, name, params } = savedViews;
  const text = sql`concat_ws(' ', ${name}, ${params}::text)`;
  const rows = await db.select({ id, name, params }).from(savedViews).where(holdsAny(text, personal));
  return rows.filter((row) =>
    [row.name, ...Object.values(row.params)].some((one) => blankAll(one, personal) !== one),
  );
}

/** Why admins saw the desk as somebody: a reason may name the lead's person. */
async function findReasons(db: Db, { personal }: Sought) {
  if (personal.length === 0) return [];
  const { id, reason } = viewAs;
  const rows = await db
    .select({ id, reason })
    .from(viewAs)
    .where(holdsAny(sql`${reason}`, personal));
  return rows.flatMap((row) => {
    const blanked = blankAll(row.reason, personal);
    return blanked === row.reason ? [] : [{ id: row.id, reason: blanked }];
  });
}

/** Deliveries that nobody could read, as bytes, and that name the person or one of their leads. */
function findDeliveries(db: Db, { email, personal, leadIds }: Sought) {
  const { id, body } = webhookQuarantine;
  // In the form in which PostgreSQL writes bytes as text, which is the same for both sides.
  const holds = (text: string) =>
    sql`strpos(lower(encode(${body}, 'escape')), lower(encode(convert_to(${text}, 'UTF8'), 'escape'))) > 0`;
  const sought = [...new Set([email, ...personal, ...leadIds])];
  return db
    .select({ id })
    .from(webhookQuarantine)
    .where(or(...sought.map(holds)));
}
