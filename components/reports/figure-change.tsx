import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import type { Change, Changes } from '@/lib/reports/change';

const ICONS = { up: 'arrow-up', down: 'arrow-down', same: undefined } as const;

/** How a figure changed against the period before: an arrow and the words for it. */
export async function FigureChange({ figure, change }: { figure: keyof Changes; change: Change }) {
  const t = await getTranslations('Reports');
  const { percent, number } = await getFormats();
  const { way, by } = change;
  const icon = ICONS[way];
  return (
    <span className="inline-flex items-baseline gap-0.5 font-semibold text-ink">
      {icon && <Icon name={icon} className="size-3.5 self-center" />}
      <span>
        {t.rich(way === 'same' ? 'change.same' : `change.${figure}`, {
          way,
          by: figure === 'winRate' ? number(by) : percent(by),
          count: by,
          words: (words) => <span className="sr-only">{words}</span>,
        })}
      </span>
    </span>
  );
}
