import { getTranslations } from 'next-intl/server';
import { leadsHref } from '@/components/leads/address';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { type LeadsQuery, toOtherFilters } from '@/lib/core/leads-query';
import { toStatusWord } from '@/lib/core/status-labels';
import type { LeadsPage } from '@/lib/leads/list-view';

/** A tab for each status, with how many of its leads match the other filters. One line that scrolls. */
export async function StatusTabs({ page }: { page: LeadsPage }) {
  const { query, statuses, needCorrection, statusOverrides } = page;
  const common = await getTranslations('Common');
  const states = await getTranslations('Submission.state');
  const { show } = toOtherFilters(query);
  const isCorrecting = query.show === 'needs-correction';
  return (
    <nav
      aria-label={common('leadsByStatus')}
      className="scroll-tabs -mb-px -ml-4 min-w-0 grow scroll-px-4 pl-4 sm:-ml-6 sm:pl-6 lg:ml-0 lg:pl-0"
    >
      <ul className="flex w-max gap-x-5 pr-4">
        <Tab
          href={leadsHref(query, { status: '', show })}
          isCurrent={query.status === '' && !isCorrecting}
          label={common('allLeads')}
          count={statuses.reduce((sum, { count }) => sum + count, 0)}
        />
        {(needCorrection.all > 0 || isCorrecting) && (
          <Tab
            href={leadsHref(query, { status: '', waiting: '', show: 'needs-correction' })}
            isCurrent={isCorrecting}
            label={states('refused')}
            count={needCorrection.matching}
            isUrgent
          />
        )}
        {statuses.map(({ status, count }) => (
          <Tab
            key={status}
            href={leadsHref(query, { status, show })}
            isCurrent={query.status === status}
            label={toStatusWord(status, statusOverrides).label}
            count={count}
          />
        ))}
      </ul>
    </nav>
  );
}

/** True for a status that has a tab. */
export function hasTab({ statuses }: Pick<LeadsPage, 'statuses'>, { status }: LeadsQuery): boolean {
  return statuses.some((one) => one.status === status);
}

type TabProps = { href: string; isCurrent: boolean; label: string; count: number; isUrgent?: boolean };

async function Tab({ href, isCurrent, label, count, isUrgent = false }: TabProps) {
  const { number } = await getFormats();
  return (
    <li className="shrink-0">
      <a
        href={href}
        data-soft="list"
        aria-current={isCurrent ? 'true' : undefined}
        className="flex min-h-11 items-center gap-1.5 border-b-2 border-transparent whitespace-nowrap text-muted transition-colors hover:text-ink sm:min-h-10 focus-visible:-outline-offset-2 aria-[current=true]:[scroll-initial-target:nearest] aria-[current=true]:border-accent aria-[current=true]:font-semibold aria-[current=true]:text-ink"
      >
        {isUrgent && (
          <span className="tone-warn">
            <Icon name="triangle-alert" className="size-4 text-tone" />
          </span>
        )}
        <span dir="auto" className="max-w-60 truncate">
          {label}
        </span>
        <span className="text-sm font-normal text-muted tabular-nums">{number(count)}</span>
      </a>
    </li>
  );
}
