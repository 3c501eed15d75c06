import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { CommandContext, CommandOutcome } from '@/lib/admin/admin-action';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { replaceKey } from '@/lib/receipts/keys';
import type { ReceiptsCommand } from './command';

/** Replaces the signing key. Shown above everything: the button names another key afterwards. */
export async function runReceiptsCommand(
  { seen }: ReceiptsCommand,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Receipts');
  const vault = createVault(env().APP_SECRET, 'receipt-key');
  const isDone = await replaceKey(db, { vault, by, seen, now });
  return isDone
    ? { tone: 'good', at: 'page', text: t('replaced') }
    : { tone: 'info', at: 'page', text: t('replacedBefore') };
}
