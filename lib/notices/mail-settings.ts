import 'server-only';
import { z } from 'zod';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import { readSetting, writeSetting } from '@/lib/db/desk-settings';
import type { Db } from '@/lib/db/handle';

/** Whether mails name leads. Off until an admin switches it on: a mailbox is outside of the desk. */
const NAMES_LEADS = { name: 'mails.lead-names', schema: z.boolean() } as const;

/** Whether an admin allows mails to name leads. */
export async function mailsNameLeads(db: Db): Promise<boolean> {
  return (await readSetting(db, NAMES_LEADS))?.value ?? false;
}

/** Allows it or not, and notes who did. */
export async function setMailsNameLeads(
  db: Db,
  { isOn, by, at }: { isOn: boolean; by: Actor; at: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    if ((await mailsNameLeads(tx)) === isOn) return;
    await writeSetting(tx, NAMES_LEADS, { value: isOn, now: at });
    await writeAudit(tx, { by, event: isOn ? 'mails.names-on' : 'mails.names-off', subject: 'leads', at });
  });
}
