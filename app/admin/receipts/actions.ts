'use server';

import { getTranslations } from 'next-intl/server';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { LIMITS } from '@/lib/limits/limits';
import { replaceKey } from '@/lib/receipts/keys';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { type ReceiptsCommand, receiptsInput } from './command';

/** Replaces the key that signs receipts. Cannot be undone, so it needs a recent sign-in. */
export const receiptsAction = adminAction({
  page: '/admin/receipts',
  input: receiptsInput,
  recentSignIn: () => true,
  rateLimit: LIMITS.adminActions,
  run: runReceiptsCommand,
});

/** Replaces the signing key. Shown above everything: the button names another key afterwards. */
async function runReceiptsCommand(
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
