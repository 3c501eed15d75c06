import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Tone } from '@/lib/core/status-words';
import type { OverviewRow } from './overview-table';

/** The whole state in one sentence, with its tone. */
export async function summarize(rows: readonly OverviewRow[]): Promise<{ tone: Tone; text: string }> {
  const [t, { series }] = [await getTranslations('Admin'), await getFormats()];
  const countOf = (tone: Tone) => rows.filter(({ state }) => state.tone === tone).length;
  const [failing, warnings] = [countOf('bad'), countOf('warn')];
  if (failing + warnings > 0) {
    const parts = [
      ...(failing > 0 ? [t('stateFailing', { count: failing })] : []),
      ...(warnings > 0 ? [t('stateAttention', { count: warnings })] : []),
    ];
    return { tone: failing > 0 ? 'bad' : 'warn', text: series(parts) };
  }
  return countOf('progress') > 0
    ? { tone: 'progress', text: t('stateUnknown') }
    : { tone: 'good', text: t('stateFine') };
}
