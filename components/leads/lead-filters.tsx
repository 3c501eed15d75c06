import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import { DEFAULT_LEADS_QUERY, isFiltered, type LeadsQuery, PAGE_SIZES } from '@/lib/core/leads-query';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-words';
import type { AgentChoice, StatusTile } from '@/lib/leads/view';
import { LEADS_PATH, leadsHref } from './address';
import { OrderInputs } from './query-inputs';

type Props = {
  query: LeadsQuery;
  tiles: StatusTile[];
  agents: AgentChoice[];
  statusOverrides: StatusOverrides;
};

/** The list's filters: a plain GET form, submitted automatically by `SoftNavigation` with scripts. */
export async function LeadFilters(props: Props) {
  const { query } = props;
  const t = await getTranslations('Leads');
  return (
    <form
      action={LEADS_PATH}
      method="get"
      aria-label={t('filters')}
      className="group grid grid-cols-2 gap-x-3 gap-y-2 py-3 sm:grid-cols-4 xl:flex xl:items-end"
    >
      <Labelled id="filter-q" label={t('search')} className="col-span-2 xl:w-80">
        <TextInput
          id="filter-q"
          type="search"
          name="q"
          data-filter
          defaultValue={query.q}
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
        />
      </Labelled>
      <label className="col-span-2 flex min-h-8 items-center gap-2 text-sm sm:hidden">
        <input type="checkbox" defaultChecked={hasMore(query)} className="size-4 accent-accent" />
        {t('moreFilters')}
      </label>
      <MoreFilters {...props} />
      {query.show !== '' && <input type="hidden" name="show" value={query.show} />}
      <OrderInputs query={query} />
      <div className={`col-span-2 flex items-end gap-2 ${isFiltered(query) ? '' : WITHOUT_SCRIPTS}`}>
        <Button type="submit" size="small" className={`min-h-9 ${WITHOUT_SCRIPTS}`}>
          {t('apply')}
        </Button>
        {isFiltered(query) && <ClearFilters query={query} text={t('clear')} />}
      </div>
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
      className="inline-flex min-h-9 items-center text-sm text-accent underline"
    >
      {text}
    </a>
  );
}

/** With scripts, a filter applies when chosen; Enter works everywhere. */
const WITHOUT_SCRIPTS = '[@media(scripting:enabled)]:hidden';

/** Folded on a phone until opened. A plain checkbox, so that it works without scripts. */
const FOLDS = 'max-sm:hidden max-sm:group-has-[input[type=checkbox]:checked]:block';

async function MoreFilters({ query, tiles, agents, statusOverrides }: Props) {
  const t = await getTranslations('Leads');
  const seen = tiles.map(({ status }) => status);
  const statuses = query.status && !seen.includes(query.status) ? [...seen, query.status] : seen;
  return (
    <>
      <Labelled id="filter-status" label={t('status')} className={`${FOLDS} xl:w-40`}>
        <Select id="filter-status" name="status" data-filter defaultValue={query.status}>
          <option value="">{t('anyStatus')}</option>
          {statuses.map((status) => (
            <option key={status} value={status}>
              {toStatusWord(status, statusOverrides).label}
            </option>
          ))}
        </Select>
      </Labelled>
      {agents.length > 0 && (
        <Labelled id="filter-agent" label={t('agent')} className={`${FOLDS} xl:w-44`}>
          <Select id="filter-agent" name="agent" data-filter defaultValue={query.agent}>
            <option value="">{t('anyAgent')}</option>
            {agents.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Labelled>
      )}
      <Labelled id="filter-from" label={t('from')} className={FOLDS}>
        <TextInput id="filter-from" type="date" name="from" data-filter defaultValue={query.from} />
      </Labelled>
      <Labelled id="filter-to" label={t('to')} className={FOLDS}>
        <TextInput id="filter-to" type="date" name="to" data-filter defaultValue={query.to} />
      </Labelled>
      <Labelled id="filter-size" label={t('size')} className={FOLDS}>
        <Select
          id="filter-size"
          name="size"
          data-filter
          defaultValue={query.size === DEFAULT_LEADS_QUERY.size ? '' : query.size}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size === DEFAULT_LEADS_QUERY.size ? '' : size}>
              {size}
            </option>
          ))}
        </Select>
      </Labelled>
    </>
  );
}

function hasMore({ status, agent, from, to, size }: LeadsQuery): boolean {
  return Boolean(status || agent || from || to || size !== DEFAULT_LEADS_QUERY.size);
}
