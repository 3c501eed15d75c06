import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { Tone } from '@/lib/core/status-labels';
import type { State } from '@/lib/setup/finding';

type Props = {
  states: readonly State[];
  /** When the checks of other systems last ran. */
  checkedAt: Date | undefined;
  now: Date;
};

/** All checks of the health page in one line that leads there. */
export async function HealthLine(props: Props) {
  const { tone, text } = await summarize(props);
  return (
    <p>
      <a
        href="/admin/health"
        className="flex min-h-11 items-center gap-2.5 rounded-card border border-line bg-surface px-4 py-2.5 hover:border-line-strong sm:px-5"
      >
        <span
          className={`${TONE_CLASSES[tone]} size-2.5 shrink-0 rounded-full bg-tone forced-colors:bg-[CanvasText]`}
        />
        <span className="min-w-0 grow">{text}</span>
        <Icon name="chevron-right" className="size-4 text-muted" />
      </a>
    </p>
  );
}

/** After so long, what other systems said says little. */
const DAY_MS = 86_400_000;

/** A check that never ran, or whose step is not done yet, has no problem; but not everything works either. */
async function summarize({ states, checkedAt, now }: Props): Promise<{ tone: Tone; text: string }> {
  const t = await getTranslations('Admin.health');
  const countOf = (wanted: State) => states.filter((state) => state === wanted).length;
  const [bad, warnings, unknown] = [countOf('bad'), countOf('warning'), countOf('unknown')];
  if (bad + warnings > 0)
    return { tone: bad > 0 ? 'bad' : 'warn', text: t('attention', { count: bad + warnings }) };
  if (unknown > 0) return { tone: 'neutral', text: t('open', { count: unknown }) };
  if (checkedAt && now.getTime() - checkedAt.getTime() > DAY_MS) {
    const { ago } = await getFormats();
    return { tone: 'neutral', text: t('fineBefore', { ago: ago(checkedAt.toISOString(), now) }) };
  }
  return { tone: 'good', text: t('fine') };
}
