import { getTranslations } from 'next-intl/server';
import { LEADS_PATH, leadsHref } from '@/components/leads/address';
import { agentFilterWord, statusFilterWord } from '@/components/leads/filter-words';
import { Button } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import {
  DEFAULT_LEADS_QUERY,
  isFiltered,
  LEAD_SORTS,
  type LeadsQuery,
  waitingChoices,
} from '@/lib/core/leads-query';
import type { LeadsPage } from '@/lib/leads/list-view';

type Props = Pick<LeadsPage, 'query' | 'tiles' | 'agents' | 'columns' | 'statusOverrides' | 'shortcuts'>;

const SHEET = 'lead-filters';

/** With scripts, a filter applies when chosen; Enter works everywhere. */
export const WITHOUT_SCRIPTS = '[@media(scripting:enabled)]:hidden';

/** The list's filters: a plain GET form, submitted automatically by `SoftNavigation` with scripts. */
export async function LeadFilters(props: Props) {
  const { query, shortcuts } = props;
  const t = await getTranslations('Leads');
  return (
    <form
      action={LEADS_PATH}
      method="get"
      aria-label={t('filters')}
      className="flex flex-wrap items-end gap-2 pt-3 lg:gap-3 print:hidden"
    >
      <div className="group relative min-w-0 grow basis-40 lg:max-w-80 lg:min-w-60 lg:basis-0">
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
      <Button popoverTarget={SHEET} className="lg:hidden">
        <Icon name="list-filter" />
        {t('filtersButton', { count: countFilters(query) })}
      </Button>
      <Sheet {...props} />
      {query.show !== '' && <input type="hidden" name="show" value={query.show} />}
      {query.days !== '' && <input type="hidden" name="days" value={query.days} />}
      {query.size !== DEFAULT_LEADS_QUERY.size && <input type="hidden" name="size" value={query.size} />}
      <Button type="submit" className={`max-lg:hidden ${WITHOUT_SCRIPTS}`}>
        {t('apply')}
      </Button>
      {isFiltered(query) && <ClearFilters query={query} text={t('clear')} />}
    </form>
  );
}

/** Clears the filters and keeps order and page size. */
export function ClearFilters({ query, text }: { query: LeadsQuery; text: string }) {
  const { sort, dir, size } = query;
  return (
    <a
      href={leadsHref({ ...DEFAULT_LEADS_QUERY, sort, dir, size })}
      data-soft="list"
      className="inline-flex min-h-11 items-center font-semibold text-accent hover:underline sm:min-h-9"
    >
      {text}
    </a>
  );
}

/**
 * A sheet at the bottom of a small screen, opened by a button, also without scripts; part of the bar on a wide one. While
 * it is open it stays a sheet: a screen that is turned may become wide, or lower than all of the filters.
 */
async function Sheet(props: Props) {
  const t = await getTranslations('Leads');
  const { query } = props;
  return (
    <div
      id={SHEET}
      popover="auto"
      className="group/sheet inset-x-0 top-auto bottom-0 m-0 max-h-dvh w-auto max-w-none overflow-y-auto overscroll-contain rounded-t-card border-line bg-surface p-4 text-ink shadow-raised backdrop:bg-backdrop lg:not-open:static lg:not-open:contents"
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:group-not-open/sheet:contents">
        <StatusAndAgent {...props} />
        <Labelled id="filter-waiting" label={t('waitingLabel')} className="lg:w-44">
          <Select id="filter-waiting" name="waiting" data-filter defaultValue={query.waiting}>
            <option value="">{t('waitingAny')}</option>
            {waitingChoices(query.waiting).map((days) => (
              <option key={days} value={days}>
                {t('waitingFor', { days: Number(days) })}
              </option>
            ))}
          </Select>
        </Labelled>
        <Labelled id="filter-from" label={t('from', { days: query.days })} className="lg:w-36">
          <TextInput id="filter-from" type="date" name="from" data-filter defaultValue={query.from} />
        </Labelled>
        <Labelled id="filter-to" label={t('to', { days: query.days })} className="lg:w-36">
          <TextInput id="filter-to" type="date" name="to" data-filter defaultValue={query.to} />
        </Labelled>
        <Order {...props} />
        <Button type="submit" variant="primary" className="col-span-full lg:hidden">
          {t('showLeads')}
        </Button>
      </div>
    </div>
  );
}

async function StatusAndAgent({ query, tiles, agents, statusOverrides }: Props) {
  const t = await getTranslations('Leads');
  const seen = tiles.map(({ status }) => status);
  const ids = agents.map(({ id }) => id);
  const offered = query.agent && !ids.includes(query.agent) ? [...ids, query.agent] : ids;
  const statuses = query.status && !seen.includes(query.status) ? [...seen, query.status] : seen;
  return (
    <>
      <Labelled id="filter-status" label={t('status')} className="lg:w-40">
        <Select id="filter-status" name="status" data-filter defaultValue={query.status}>
          <option value="">{t('anyStatus')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {statusFilterWord(t, status, statusOverrides)}
            </option>
          ))}
        </Select>
      </Labelled>
      {agents.length > 0 && (
        <Labelled id="filter-agent" label={t('agent')} className="lg:w-44">
          <Select id="filter-agent" name="agent" data-filter defaultValue={query.agent}>
            <option value="">{t('anyAgent')}</option>
            {offered.map((id) => (
              <option key={id} value={id}>
                {agentFilterWord(t, id, agents)}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
    </>
  );
}

/** The order, where the header row with its buttons is not shown; elsewhere it only keeps the order. */
async function Order({ query, columns }: Props) {
  const t = await getTranslations('Leads');
  const { sort, dir } = query;
  const hasValues = columns.some(({ column }) => column === 'value');
  const orDefault = (name: 'sort' | 'dir', value: string) =>
    value === DEFAULT_LEADS_QUERY[name] ? '' : value;
  return (
    <>
      <Labelled id="filter-sort" label={t('sortBy')} className="lg:hidden">
        <Select id="filter-sort" name="sort" data-filter defaultValue={orDefault('sort', sort)}>
          {LEAD_SORTS.filter((one) => one !== 'value' || hasValues).map((one) => (
            <option key={one} value={orDefault('sort', one)}>
              {t(`sorts.${one}`)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled id="filter-dir" label={t('direction')} className="lg:hidden">
        <Select id="filter-dir" name="dir" data-filter defaultValue={orDefault('dir', dir)}>
          <option value="">{t('descending')}</option>
          <option value="asc">{t('ascending')}</option>
        </Select>
      </Labelled>
    </>
  );
}

function countFilters({ status, agent, waiting, from, to }: LeadsQuery): number {
  return [status, agent, waiting, from, to].filter((value) => value !== '').length;
}
