import 'server-only';
import { getTranslations } from 'next-intl/server';
import type { CommandContext, CommandOutcome } from '@/lib/admin/admin-action';
import { createVault } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import type { Choices } from '@/lib/erasure/choices';
import { erase } from '@/lib/erasure/erase';
import { openSearch, sealSearch } from '@/lib/erasure/search-seal';
import { choicesOf, type ErasureCommand } from './command';

/** Shows what is kept about an address, or erases it: then the address was typed twice. */
export async function runErasureCommand(
  command: ErasureCommand,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { email } = command;
  const { now } = context;
  const appSecret = env().APP_SECRET;
  const t = await getTranslations('Erasure');
  if (command.command === 'find') {
    const of = sealSearch(email, { appSecret, now });
    return { tone: 'good', text: '', redirectTo: `/admin/erasure?of=${encodeURIComponent(of)}` };
  }
  const found = openSearch(command.of, { appSecret, now });
  if (found === undefined) return { tone: 'warn', at: 'page', text: t('expired') };
  if (found !== email) return { tone: 'bad', field: 'email', text: t('otherAddress') };
  return run({ email, choices: choicesOf(command) }, context);
}

async function run(
  sought: { email: string; choices: Choices },
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const { APP_SECRET, APP_URL } = env();
  const erased = await erase(db, {
    ...{ ...sought, by, now, issuer: APP_URL, log: log() },
    mailVault: createVault(APP_SECRET, 'mail'),
    receiptVault: createVault(APP_SECRET, 'receipt-key'),
  });
  const t = await getTranslations('Erasure');
  switch (erased.kind) {
    case 'erased':
      return { tone: 'good', text: '', redirectTo: `/admin/erasure/${erased.id}` };
    case 'under-way':
      return { tone: 'warn', at: 'page', text: t('underWay', { count: erased.count }) };
    case 'busy':
      return { tone: 'warn', at: 'page', text: t('busy') };
    case 'nothing':
      return { tone: 'info', at: 'page', text: t('nothing') };
  }
}
