'use server';

import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { erase } from '@/lib/erasure/erase';
import { openSearch, sealSearch } from '@/lib/erasure/search';
import { LIMITS } from '@/lib/limits/limits';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { type ErasureCommand, erasureInput, tickedIn } from './command';

/** Finds and erases what is stored about a person. What is erased can't be restored, so it needs a recent sign-in. */
export const erasureAction = adminAction({
  page: '/admin/erasure',
  input: erasureInput,
  recentSignIn: () => true,
  rateLimit: LIMITS.erasures,
  run: runErasureCommand,
});

/** Shows what is stored about a person, or erases it: then the text was typed twice. */
async function runErasureCommand(command: ErasureCommand, context: CommandContext): Promise<CommandOutcome> {
  const { text } = command;
  const { now } = context;
  const appSecret = env().APP_SECRET;
  const t = await getTranslations('Erasure');
  if (command.command === 'find') {
    const of = sealSearch(text, { appSecret, now });
    redirect(`/admin/erasure?of=${encodeURIComponent(of)}`);
  }
  const found = openSearch(command.of, { appSecret, now });
  if (found === undefined) return { tone: 'warn', at: 'page', text: t('expired') };
  if (found.toLowerCase() !== text.toLowerCase()) return { tone: 'bad', field: 'text', text: t('otherText') };
  return run({ text: found, ticked: tickedIn(command) }, context);
}

async function run(
  search: { text: string; ticked: string[] },
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const { APP_SECRET, APP_URL } = env();
  const erased = await erase(db, {
    ...search,
    by,
    now,
    issuer: APP_URL,
    log: log(),
    receiptVault: createVault(APP_SECRET, 'receipt-key'),
  });
  const t = await getTranslations('Erasure');
  switch (erased.kind) {
    case 'erased':
      return redirect(`/admin/erasure/${erased.id}`);
    case 'under-way':
      return { tone: 'warn', at: 'page', text: t('underWay', { count: erased.count }) };
    case 'busy':
      return { tone: 'warn', at: 'page', text: t('busy') };
    case 'nothing':
      return { tone: 'info', at: 'page', text: t('nothingErased') };
  }
}
