import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { STATE_TONES } from '@/lib/core/status-words';

const STATES = ['queued', 'sending', 'settling', 'review', 'refused'] as const;

/** The number of submissions in each non-final state. */
export async function StateCounts({ counts }: { counts: ReadonlyMap<string, number> }) {
  const t = await getTranslations('Submission.state');
  const { number } = await getFormats();
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 border-y border-line py-3">
      {STATES.map((state) => (
        <li key={state} className="flex items-center gap-2">
          <Badge tone={STATE_TONES[state]} label={t(state)} />
          <span className="font-semibold">{number(counts.get(state) ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}
