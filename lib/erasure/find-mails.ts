import 'server-only';
import { setImmediate as giveWay } from 'node:timers/promises';
import { asc, gt } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { type Mail, mailSchema } from '@/lib/mail/mail';
import { blankAll, isNobody, type Personal } from './blank';

/** `addresses`: the address in its spellings. */
type Sought = { addresses: readonly string[]; personal: Personal; vault: Vault };

/** A mail waits for minutes, or a day if the mail server is down: then there may be many, and each is opened. */
const MAILS_AT_ONCE = 500;

/** `sealed`: the mail without their name. Null: it is to them, and is not sent any more. */
type BlankedMail = { id: string; sealed: string | null };

/** Mails to the person, and those that name them, each with what to send instead. */
export async function findMails(db: Db, { addresses, personal, vault }: Sought): Promise<BlankedMail[]> {
  if (isNobody(personal)) return [];
  const found: BlankedMail[] = [];
  for (let last = '', isMore = true; isMore; ) {
    const rows = await db
      .select({ id: mails.id, sealed: mails.sealed })
      .from(mails)
      .where(gt(mails.id, last))
      .orderBy(asc(mails.id))
      .limit(MAILS_AT_ONCE);
    found.push(
      ...rows.flatMap(({ id, sealed }) => blankMail({ id, sealed }, { addresses, personal, vault })),
    );
    await giveWay();
    last = rows.at(-1)?.id ?? '';
    isMore = rows.length === MAILS_AT_ONCE;
  }
  return found;
}

function blankMail(
  { id, sealed }: { id: string; sealed: string },
  { addresses, personal, vault }: Sought,
): BlankedMail[] {
  const mail = openMail(vault, sealed);
  if (!mail) return [];
  if (addresses.includes(mail.to.toLowerCase())) return [{ id, sealed: null }];
  const blanked = {
    ...mail,
    subject: blankAll(mail.subject, personal),
    text: blankAll(mail.text, personal),
    html: blankAll(mail.html, personal),
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
