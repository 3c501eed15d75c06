import { expect } from '@playwright/test';
import type { Vendor } from '../tests/support/vendor';

type SentMail = Awaited<ReturnType<Vendor['listMails']>>[number];

/** Waits until this address has this many mails, and returns the newest. */
export async function mailTo(vendor: Vendor, address: string, count = 1): Promise<SentMail> {
  const listTheirs = async () => (await vendor.listMails()).filter(({ to }) => to.includes(address));
  await expect.poll(async () => (await listTheirs()).length, `mails to ${address}`).toBe(count);
  const [newest] = await listTheirs();
  if (!newest) throw new Error(`There is no mail to ${address} any more.`);
  return newest;
}

/** The one link of a mail. */
export function linkOf(mail: SentMail): string {
  const [link, ...others] = mail.links;
  if (!link || others.length > 0) throw new Error(`The mail has ${mail.links.length} links.`);
  return link;
}
