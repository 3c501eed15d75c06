import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { getFormats } from '@/components/ui/formats';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { STATE_TONES, type StatusOverrides, type Tone, toStatusWord } from '@/lib/core/status-words';
import type { StatusTile } from '@/lib/leads/view';
import { leadsHref } from './address';

/**
 * One tile per known status; pressing it filters. One line that scrolls: a new status must not push the list
 * down.
 */
export async function StatusTiles({
  tiles,
  needCorrection,
  query,
  statusOverrides,
}: {
  tiles: StatusTile[];
  /** Refused submissions: they are not leads, and only the agent can act on them. */
  needCorrection: number;
  query: LeadsQuery;
  statusOverrides: StatusOverrides;
}) {
  const t = await getTranslations('Leads');
  const { money } = await getFormats();
  const worth = ({ value, valueBeyond, currency }: StatusTile) => {
    if (value === undefined) return '';
    const amount = money(value, currency, 'never');
    if (!valueBeyond) return amount;
    return value > 0 ? t('worthMore', { amount }) : t('worthLess', { amount });
  };
  return (
    <nav aria-label={t('tiles')} className="-mx-4 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6">
      <ul className="flex gap-2">
        <Tile
          href={leadsHref(query, { status: '', show: '' })}
          current={query.status === '' && query.show === ''}
          count={tiles.reduce((sum, tile) => sum + tile.count, 0)}
        >
          {t('allLeads')}
        </Tile>
        {(needCorrection > 0 || query.show === 'needs-correction') && (
          <Tile
            href={leadsHref(query, { status: '', show: 'needs-correction' })}
            current={query.show === 'needs-correction'}
            count={needCorrection}
          >
            <ToneText tone={STATE_TONES.refused}>{t('needsCorrection')}</ToneText>
          </Tile>
        )}
        {tiles.map((tile) => {
          const { label, tone } = toStatusWord(tile.status, statusOverrides);
          return (
            <Tile
              key={tile.status}
              href={leadsHref(query, { status: tile.status, show: '' })}
              current={query.status === tile.status}
              count={tile.count}
              worth={worth(tile)}
            >
              <ToneText tone={tone}>{label}</ToneText>
            </Tile>
          );
        })}
      </ul>
    </nav>
  );
}

function ToneText({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${TONE_CLASSES[tone]} flex items-center gap-1.5 text-tone`}>
      <Icon name={TONE_ICONS[tone]} className="size-3.5" />
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}

type TileProps = { href: string; current: boolean; count: number; worth?: string; children: ReactNode };

async function Tile({ href, current, count, worth, children }: TileProps) {
  const { number } = await getFormats();
  return (
    <li className="shrink-0">
      <a
        href={href}
        data-soft="list"
        aria-current={current ? 'true' : undefined}
        className="grid h-20 max-w-72 min-w-32 grid-rows-[auto_1fr] rounded-control border border-line bg-surface px-3 py-2 hover:border-line-strong aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft"
      >
        <span className="min-w-0 text-sm whitespace-nowrap text-muted">{children}</span>
        <span className="flex items-baseline justify-between gap-4 self-end">
          <span className="text-xl font-semibold">{number(count)}</span>
          {worth && <span className="text-sm whitespace-nowrap text-muted">{worth}</span>}
        </span>
      </a>
    </li>
  );
}
