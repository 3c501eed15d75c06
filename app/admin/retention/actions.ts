'use server';

import { getLocale, getTranslations } from 'next-intl/server';
import { toSeries } from '@/lib/core/language';
import { LIMITS } from '@/lib/limits/limits';
import { changeRetention } from '@/lib/retention/retention';
import { adminAction, type CommandContext, type CommandOutcome } from '../admin-action';
import { type RetentionCommand, retentionInput } from './command';

/** Changes how long rows are retained. What is deleted can't be restored, so it needs a recent sign-in. */
export const retentionAction = adminAction({
  page: '/admin/retention',
  input: retentionInput,
  recentSignIn: () => true,
  rateLimit: LIMITS.adminActions,
  run: runRetentionCommand,
});

/** Stores how long rows are retained. What would be deleted sooner is asked about first: it can't be restored. */
async function runRetentionCommand(
  { command: _, sooner, ...next }: RetentionCommand,
  { db, by, now }: CommandContext,
): Promise<CommandOutcome> {
  const t = await getTranslations('Retention');
  const outcome = await changeRetention(db, { by, next, confirmed: sooner, now });
  if ('changed' in outcome) {
    return outcome.changed.length > 0
      ? { tone: 'good', text: t('saved') }
      : { tone: 'info', text: t('unchanged') };
  }
  const { unconfirmed } = outcome;
  const what = toSeries(
    await getLocale(),
    unconfirmed.map((kind) => t(`kind.${kind}`)),
  );
  const confirm = { name: 'sooner', value: unconfirmed.join(' '), label: t('sure') };
  return { tone: 'bad', text: t('sooner', { what }), confirm };
}
