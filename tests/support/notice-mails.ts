import 'server-only';
import { toBrand } from '@/lib/brand/brand';
import { createVault } from '@/lib/core/crypto';
import type { Db } from '@/lib/db/handle';
import { mails } from '@/lib/db/schema/admin';
import { mailSchema } from '@/lib/mail/mail';
import { sendNoticeMails } from '../../lib/notices/send-mails';
import { keepLog } from './rows';

/** What a desk that sends mails is set to. */
export const MAIL_SETTINGS = {
  APP_SECRET: 'a-secret-of-at-least-32-characters!',
  APP_URL: 'https://desk.vendor.example',
  DEMO: false,
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'desk@vendor.example',
};

const vault = createVault(MAIL_SETTINGS.APP_SECRET, 'mail');
const brand = toBrand({}, { BRAND_NAME: 'Desk' });

/** What the worker's job for mails about notices does at this time. */
export function runNoticeMails(db: Db, now: Date, settings: Partial<typeof MAIL_SETTINGS> = {}) {
  const task = {
    settings: { ...MAIL_SETTINGS, ...settings },
    vault,
    brand,
    log: keepLog(),
    clock: () => now,
  };
  return sendNoticeMails(db, task);
}

/** The queued mails, opened; they are gone from the queue. */
export async function takeNoticeMails(db: Db) {
  const rows = await db.delete(mails).returning();
  return rows.map(({ sealed }) => mailSchema.parse(JSON.parse(vault.open(sealed))));
}
