import 'server-only';
import { getLocale, getTranslations } from 'next-intl/server';
import type { CommandContext, CommandOutcome } from '@/lib/admin/admin-action';
import { toSeries } from '@/lib/core/language';
import { changeRetention } from '@/lib/retention/retention';
import type { RetentionCommand } from './command';

/** Stores how long rows are kept. What would be deleted sooner is asked about first: it can't be restored. */
export async function runRetentionCommand(
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
