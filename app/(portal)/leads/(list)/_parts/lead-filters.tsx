import { getTranslations } from 'next-intl/server';
import { LEADS_PATH, leadsHref } from '@/components/leads/address';
import { describeFilters, hrefWithout } from '@/components/leads/describe-filters';
import { agentFilterLabel } from '@/components/leads/filter-labels';
import { Button, buttonClass } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { Popover } from '@/components/ui/popover';
import {
  DEFAULT_LEADS_QUERY,
  isFiltered,
  LEAD_SORTS,
  type LeadsQuery,
  waitingChoices,
} from '@/lib/core/leads-query';
import type { LeadsPage } from '@/lib/leads/list-view';
import { toDayPresets } from './day-presets';
import { hasTab } from './status-tabs';

/**
 * The search and the list's filters: a plain GET form, submitted automatically by `SoftNavigation` with scripts. Without
 * them Enter searches, and the button below the filters applies them.
 */
export async function LeadFilters({ page }: { page: LeadsPage }) {
  const { query, shortcuts } = page;
  const t = await getTranslations('Leads');
  const count = [query.agent, query.waiting, query.from || query.to].filter((value) => value !== '').length;
  return (
    <form
      action={LEADS_PATH}
      method="get"
      aria-label={t('filters')}
      className="flex min-w-0 grow basis-48 items-center gap-2 sm:grow-0 sm:basis-auto"
    >
      <div className="group relative min-w-0 grow sm:w-64 xl:w-72">
        <Labelled id="filter-q" label={t('search')} isLabelHidden>
          <span className="pointer-events-none absolute bottom-0 left-2.5 flex h-11 items-center text-muted sm:h-9">
            <Icon name="search" />
          </span>
          <TextInput
            id="filter-q"
            type="search"
            name="q"
            data-filter
            defaultValue={query.q}
            placeholder={t('search')}
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            hasIcon
          />
          {shortcuts && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute right-2.5 bottom-2 rounded-small border border-line px-1.5 font-sans text-xs leading-4.5 text-muted group-focus-within:hidden group-has-[input:not(:placeholder-shown)]:hidden max-lg:hidden [@media(scripting:none)]:hidden"
            >
              /
            </span>
          )}
        </Labelled>
      </div>
      <Popover
        id="lead-filters"
        isAtStart
        className={buttonClass({ className: 'max-sm:min-w-11 max-sm:px-3' })}
        button={
          <>
            <Icon name="list-filter" />
            <span className="max-sm:sr-only">{t('filtersButton', { count })}</span>
            {count > 0 && (
              <span aria-hidden="true" className="sm:hidden">
                {count}
              </span>
            )}
          </>
        }
      >
        <Filters page={page} />
      </Popover>
      {query.status !== '' && <input type="hidden" name="status" value={query.status} />}
      {query.show !== '' && <input type="hidden" name="show" value={query.show} />}
      {query.import !== '' && <input type="hidden" name="import" value={query.import} />}
      {query.days !== '' && <input type="hidden" name="days" value={query.days} />}
      {query.size !== DEFAULT_LEADS_QUERY.size && <input type="hidden" name="size" value={query.size} />}
    </form>
  );
}

async function Filters({ page }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const { query } = page;
  return (
    <div className="grid gap-3 sm:w-80">
      <Agent page={page} />
      <Labelled id="filter-waiting" label={t('waitingLabel')}>
        <Select id="filter-waiting" name="waiting" data-filter defaultValue={query.waiting}>
          <option value="">{t('waitingAny')}</option>
          {waitingChoices(query.waiting).map((days) => (
            <option key={days} value={days}>
              {t('waitingFor', { days: Number(days) })}
            </option>
          ))}
        </Select>
      </Labelled>
      <DayPresets page={page} />
      <div className="grid grid-cols-2 gap-3">
        <Labelled id="filter-from" label={t('from', { days: query.days })}>
          <TextInput id="filter-from" type="date" name="from" data-filter defaultValue={query.from} />
        </Labelled>
        <Labelled id="filter-to" label={t('to', { days: query.days })}>
          <TextInput id="filter-to" type="date" name="to" data-filter defaultValue={query.to} />
        </Labelled>
        <Order page={page} />
      </div>
      <Button type="submit" variant="primary">
        {t('showLeads')}
      </Button>
    </div>
  );
}

async function Agent({ page: { query, agents } }: { page: LeadsPage }) {
  if (agents.length === 0) return null;
  const t = await getTranslations('Leads');
  const ids = agents.map(({ id }) => id);
  const offered = query.agent && !ids.includes(query.agent) ? [...ids, query.agent] : ids;
  return (
    <Labelled id="filter-agent" label={t('columns.agent')}>
      <Select id="filter-agent" name="agent" data-filter defaultValue={query.agent}>
        <option value="">{t('anyAgent')}</option>
        {offered.map((id) => (
          <option key={id} value={id}>
            {agentFilterLabel(t, id, agents)}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}

/** The days that most people ask for, each one click. */
async function DayPresets({ page: { query, readAt } }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const { zone } = await getFormats();
  return (
    <nav aria-label={t('columns.submitted')}>
      <p aria-hidden="true" className="mb-1 text-sm text-muted">
        {t('columns.submitted')}
      </p>
      <ul className="flex flex-wrap gap-1.5">
        {toDayPresets(new Date(readAt), zone).map(({ name, from }) => (
          <li key={name}>
            <a
              href={leadsHref(query, { from, to: '', days: '' })}
              data-soft="list"
              aria-current={query.from === from && query.to === '' && query.days === '' ? 'true' : undefined}
              className={buttonClass({
                size: 'small',
                className: 'aria-[current=true]:border-accent aria-[current=true]:text-accent',
              })}
            >
              {t(`days.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The order, where the header row with its buttons is not shown; elsewhere it only keeps the order. */
async function Order({ page: { query, columns } }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const { sort, dir } = query;
  const hasValues = columns.some(({ column }) => column === 'value');
  const orDefault = (name: 'sort' | 'dir', value: string) =>
    value === DEFAULT_LEADS_QUERY[name] ? '' : value;
  return (
    <>
      <Labelled id="filter-sort" label={common('sortBy')} className="lg:hidden">
        <Select id="filter-sort" name="sort" data-filter defaultValue={orDefault('sort', sort)}>
          {LEAD_SORTS.filter((one) => one !== 'value' || hasValues).map((one) => (
            <option key={one} value={orDefault('sort', one)}>
              {t(`sorts.${one}`)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled id="filter-dir" label={common('order')} className="lg:hidden">
        <Select id="filter-dir" name="dir" data-filter defaultValue={orDefault('dir', dir)}>
          <option value="">{t('descending')}</option>
          <option value="asc">{t('ascending')}</option>
        </Select>
      </Labelled>
    </>
  );
}

/** The active filters, each a link that removes it. The search box and the tabs show theirs. */
export async function FilterChips({ page }: { page: LeadsPage }) {
  const t = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const { query } = page;
  const filters = (await describeFilters(page)).filter(({ of }) => !isShown(page, of));
  if (filters.length === 0) return null;
  return (
    <ul
      aria-label={t('activeFilters')}
      data-chips
      className="flex min-w-0 basis-full flex-wrap items-center gap-2 max-xl:order-last xl:flex-1"
    >
      {filters.map((filter) => (
        <li key={filter.of.join()} className="min-w-0">
          <a
            href={hrefWithout(query, filter)}
            data-soft="list"
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-control border border-accent-line bg-accent-soft px-2.5 py-1 text-sm transition-colors hover:border-accent"
          >
            <span className="sr-only">{t('removeFilter')} </span>
            <span className="min-w-0 wrap-anywhere">
              {t.rich('filteredBy', { label: filter.label, value: () => <bdi>{filter.value}</bdi> })}
            </span>
            <Icon name="x" className="size-3.5" />
          </a>
        </li>
      ))}
      <li>
        <ClearFilters query={query} text={common('clearFilters')} />
      </li>
    </ul>
  );
}

function isShown(page: LeadsPage, of: readonly (keyof LeadsQuery)[]): boolean {
  if (of.includes('q')) return true;
  if (of.includes('status')) return hasTab(page, page.query);
  return of.includes('show') && page.query.show === 'needs-correction';
}

/** Clears the filters and keeps order and page size. */
export function ClearFilters({ query, text }: { query: LeadsQuery; text: string }) {
  const { sort, dir, size } = query;
  if (!isFiltered(query)) return null;
  return (
    <a
      href={leadsHref({ ...DEFAULT_LEADS_QUERY, sort, dir, size })}
      data-soft="list"
      className="inline-flex min-h-8 items-center text-sm font-semibold text-accent hover:underline"
    >
      {text}
    </a>
  );
}
