'use server';

import { getTranslations } from 'next-intl/server';
import { writeAudit } from '@/lib/audit/write-audit';
import { forgetBrand } from '@/lib/brand/current';
import { removeBrandImage } from '@/lib/brand/images';
import { env } from '@/lib/core/env';
import { LIMITS } from '@/lib/limits/limits';
import { setMailsNameLeads } from '@/lib/notices/mail-settings';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { type BrandCommand, brandInput } from './command';
import { saveBrand } from './save-brand';

/** Every command of the brand page. */
export const brandAction = adminAction({
  page: '/admin/brand',
  input: brandInput,
  rateLimit: LIMITS.adminActions,
  run: runBrandCommand,
});

type Command<Name extends BrandCommand['command']> = Extract<BrandCommand, { command: Name }>;

/** Saves the brand's texts, removes a picture, or says whether mails name leads. */
function runBrandCommand(command: BrandCommand, context: CommandContext): Promise<CommandOutcome> {
  switch (command.command) {
    case 'save':
      return save(command, context);
    case 'remove':
      return remove(command, context);
    case 'mail-names':
      return nameLeads(command, context);
  }
}

async function nameLeads(
  { isOn }: Command<'mail-names'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  await setMailsNameLeads(db, { isOn: isOn === 'yes', by, at: now });
  return { tone: 'good', text: (await getTranslations('Brand'))('mailNamesSaved') };
}

async function save(
  { command: _command, ...typed }: Command<'save'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  await saveBrand(db, { typed, defaults: env(), by, now });
  // NOTIFY comes back a moment later, and the answer shows the page anew.
  forgetBrand();
  return { tone: 'good', at: 'page', text: (await getTranslations('Brand'))('saved') };
}

async function remove(
  { image }: Command<'remove'>,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  await db.transaction(async (tx) => {
    if (await removeBrandImage(tx, { kind: image, now }))
      await writeAudit(tx, { by, event: 'brand.image-removed', subject: image, at: now });
  });
  forgetBrand();
  return { tone: 'good', at: 'page', text: (await getTranslations('Brand'))('imageRemoved', { image }) };
}
