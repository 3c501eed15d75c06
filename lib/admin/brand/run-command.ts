import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { CommandContext, CommandOutcome } from '@/lib/admin/admin-action';
import { writeAudit } from '@/lib/audit/write-audit';
import { forgetBrand } from '@/lib/brand/current';
import { removeBrandImage } from '@/lib/brand/images';
import { env } from '@/lib/core/env';
import type { BrandCommand } from './command';
import { saveBrand } from './save-brand';

type Command<Name extends BrandCommand['command']> = Extract<BrandCommand, { command: Name }>;

/** Saves the brand's texts, or removes a picture. */
export function runBrandCommand(command: BrandCommand, context: CommandContext): Promise<CommandOutcome> {
  return command.command === 'save' ? save(command, context) : remove(command, context);
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
