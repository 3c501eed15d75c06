import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { leadsHref, unreadHref } from '@/components/leads/address';
import { getFormats } from '@/components/ui/formats';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { LeadsQuery } from '@/lib/core/leads-query';
import { type Cents, centsOf } from '@/lib/core/number-formats';
import { STATE_TONES, type StatusOverrides, type Tone, toStatusWord } from '@/lib/core/status-words';
import type { LeadTotal, StatusTile, Unread } from '@/lib/leads/list-view';

type Props = {
  tiles: StatusTile[];
  allLeads: LeadTotal;
  /** Refused submissions: they are not leads, and only the agent can act on them. */
  needCorrection: number;
  unread: Unread;
  query: LeadsQuery;
  statusOverrides: StatusOverrides;
};

/**
 * One tile per known status; pressing it filters. One line that scrolls: a new status must not push the list
 * down.
 */
export async function StatusTiles(props: Props) {
  const { tiles, allLeads, needCorrection, unread, query, statusOverrides } = props;
  const t = await getTranslations('Leads');
  const cents = centsOf(tiles.map(({ value = 0 }) => value));
  return (
    <nav
      aria-label={t('tiles')}
      className="-mx-4 overflow-x-auto px-4 py-1 sm:-mx-6 sm:px-6 lg:-mx-1 lg:px-1 print:hidden"
    >
      <ul className="flex gap-2">
        <Tile
          href={leadsHref(query, { status: '', show: '' })}
          current={query.status === '' && query.show === ''}
          count={allLeads.count}
          worth={await worthOf(allLeads, cents)}
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
        {(unread.onLeads > 0 || query.show === 'unread') && (
          <Tile
            href={unreadHref(query)}
            current={query.show === 'unread'}
            count={unread.onLeads}
            className="wide:hidden"
          >
            <ToneText tone="info">{t('unreadTile')}</ToneText>
          </Tile>
        )}
        {tiles.map(async (tile) => {
          const { label, tone } = toStatusWord(tile.status, statusOverrides);
          return (
            <Tile
              key={tile.status}
              href={leadsHref(query, { status: tile.status, show: '' })}
              current={query.status === tile.status}
              count={tile.count}
              worth={await worthOf(tile, cents)}
            >
              <ToneText tone={tone}>{label}</ToneText>
            </Tile>
          );
        })}
      </ul>
    </nav>
  );
}

async function worthOf({ value, valueBeyond, currency }: LeadTotal, cents: Cents): Promise<string> {
  if (value === undefined) return '';
  const t = await getTranslations('Leads');
  const { money } = await getFormats();
  if (!valueBeyond) return money(value, currency, cents);
  const amount = money(value, currency, 'never');
  return value > 0 ? t('worthMore', { amount }) : t('worthLess', { amount });
}

function ToneText({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`${TONE_CLASSES[tone]} flex items-center gap-1.5`}>
      <Icon name={TONE_ICONS[tone]} className="size-3.5 text-tone" />
      <span dir="auto" className="truncate">
        {children}
      </span>
    </span>
  );
}

type TileProps = {
  href: string;
  current: boolean;
  count: number;
  worth?: string;
  className?: string;
  children: ReactNode;
};

async function Tile({ href, current, count, worth, className = '', children }: TileProps) {
  const { number } = await getFormats();
  return (
    <li className={`shrink-0 ${className}`}>
      <a
        href={href}
        data-soft="list"
        aria-current={current ? 'true' : undefined}
        className="grid max-w-72 min-w-28 gap-0.5 rounded-card border border-line bg-surface px-3.5 py-2 transition-colors hover:border-line-strong sm:min-w-36 aria-[current=true]:border-accent aria-[current=true]:bg-accent-soft"
      >
        <span className="min-w-0 text-sm whitespace-nowrap text-muted">{children}</span>
        <span className="flex items-baseline justify-between gap-3">
          <span className="text-lg font-semibold sm:text-xl">{number(count)}</span>
          {worth && <span className="text-sm whitespace-nowrap text-muted max-sm:hidden">{worth}</span>}
        </span>
      </a>
    </li>
  );
}
