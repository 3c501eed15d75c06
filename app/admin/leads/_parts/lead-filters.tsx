import { getTranslations } from 'next-intl/server';
import { FilterForm, FilterSelect } from '@/components/admin/filter-form';
import { agentFilterLabel, statusFilterLabel } from '@/components/leads/filter-labels';
import { Labelled, TextInput } from '@/components/ui/field';
import { type DayZone, waitingChoices } from '@/lib/core/leads-query';
import type { StatusOverrides } from '@/lib/core/status-labels';

/** The current filters, with what to choose from. */
export type LeadFilterView = {
  q: string;
  organization: string;
  agent: string;
  status: string;
  waiting: string;
  from: string;
  to: string;
  days: DayZone;
  organizations: readonly { id: string; name: string }[];
  /** The agent filtered by, if the desk knows a name. */
  agents: readonly { id: string; name: string }[];
  statuses: readonly { status: string }[];
  statusOverrides: StatusOverrides;
  order: string | undefined;
  /** Besides the usual one; none if the list shows no values. */
  orderChoices: readonly ('highest' | 'lowest')[];
  isFiltered: boolean;
};

/** The filters of the leads of all organizations: a plain GET form. */
export async function AdminLeadFilters({ filter }: { filter: LeadFilterView }) {
  const t = await getTranslations('AdminLeads');
  const common = await getTranslations('Common');
  const list = await getTranslations('Leads');
  const { q, organization, organizations, agent, status, statuses, statusOverrides, waiting, days } = filter;
  const listed = statuses.map((one) => one.status);
  const offered = status && !listed.includes(status) ? [...listed, status] : listed;
  const inSheet = [organization, agent, status, waiting, filter.from, filter.to];
  return (
    <FilterForm
      href="/admin/leads"
      label={list('filters')}
      days={filter}
      isFiltered={filter.isFiltered}
      texts={{
        from: list('from', { days }),
        to: list('to', { days }),
      }}
      sheet={{
        search: (
          <Labelled id="filter-q" label={t('search')}>
            <TextInput
              id="filter-q"
              type="search"
              name="q"
              autoComplete="off"
              maxLength={200}
              defaultValue={q}
            />
          </Labelled>
        ),
        button: list('filtersButton', { count: inSheet.filter((value) => value !== '').length }),
      }}
      className="lg:grid-cols-4"
    >
      <FilterSelect
        name="organization"
        label={common('organization')}
        any={t('anyOrganization')}
        value={organization}
        choices={organizations.map(({ id, name }) => ({ value: id, label: name }))}
        className="min-w-0 max-sm:col-span-2"
      />
      <FilterSelect
        name="status"
        label={list('columns.status')}
        any={list('anyStatus')}
        value={status}
        choices={offered.map((one) => ({
          value: one,
          label: statusFilterLabel(list, one, statusOverrides),
        }))}
        className="min-w-0"
      />
      <FilterSelect
        name="waiting"
        label={list('waitingLabel')}
        any={list('waitingAny')}
        value={waiting}
        choices={waitingChoices(waiting).map((days) => ({
          value: days,
          label: list('waitingFor', { days: Number(days) }),
        }))}
        className="min-w-0"
      />
      {filter.orderChoices.length > 0 && (
        <FilterSelect
          name="order"
          label={common('order')}
          any={t(waiting ? 'orders.waiting' : 'orders.newest')}
          value={filter.order ?? ''}
          choices={filter.orderChoices.map((value) => ({ value, label: t(`orders.${value}`) }))}
          className="min-w-0"
        />
      )}
      {days && <input type="hidden" name="days" value={days} />}
      {agent && (
        <FilterSelect
          name="agent"
          label={list('columns.agent')}
          any={list('anyAgent')}
          value={agent}
          choices={[{ value: agent, label: agentFilterLabel(list, agent, filter.agents) }]}
          className="min-w-0"
        />
      )}
    </FilterForm>
  );
}
