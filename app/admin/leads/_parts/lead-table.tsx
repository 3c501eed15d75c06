import { getTranslations } from 'next-intl/server';
import { CardTable, type ColumnSort } from '@/components/admin/card-table';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { type StatusOverrides, toStatusWord } from '@/lib/core/status-labels';
import type { AnyLead } from '@/lib/leads/all-leads';
import type { AdminLeadsFilter } from '../query';

type Props = {
  rows: readonly AnyLead[];
  hrefOf: (lead: AnyLead) => string;
  statusOverrides: StatusOverrides;
  /** No column for values. */
  hidesValue: boolean;
  currency?: string;
  now: Date;
  /** The order of the list, and the address of it in another one. */
  order: AdminLeadsFilter['order'];
  orderHref: (order: AdminLeadsFilter['order']) => string;
  /** Without an order of its own, the newest are first. */
  isNewestFirst: boolean;
};

/** Leads of all organizations. */
export async function AdminLeadTable(props: Props) {
  const { rows, hrefOf, statusOverrides, hidesValue, currency, now } = props;
  const t = await getTranslations('AdminLeads');
  const common = await getTranslations('Common');
  const list = await getTranslations('Leads');
  const { moment, duration, money } = await getFormats();
  return (
    <CardTable
      caption={t('caption')}
      labelled={[list('waitingLabel')]}
      numbers={[common('value')]}
      // Without a column for values, the list has one order.
      sorts={
        hidesValue
          ? undefined
          : { [common('value')]: valueSort(props), [common('submitted')]: submittedSort(props) }
      }
      columns={[
        common('lead'),
        common('organization'),
        common('agent'),
        common('status'),
        ...(hidesValue ? [] : [common('value')]),
        common('submitted'),
        list('waitingLabel'),
      ]}
      rows={rows.map((lead) => ({
        key: lead.id,
        cells: [
          <LeadName key="lead" lead={lead} href={hrefOf(lead)} />,
          <bdi key="organization" className="wrap-anywhere">
            {lead.organizationName}
          </bdi>,
          <bdi key="agent" className="wrap-anywhere">
            {lead.agentName}
          </bdi>,
          // Otherwise a short status may be broken in the middle.
          <div key="status" className="lg:min-w-24">
            <Badge {...toStatusWord(lead.status, statusOverrides)} />
          </div>,
          ...(hidesValue ? [] : [valueCell(lead.value, (value) => money(value, currency))]),
          <RelativeTime key="submitted" moment={moment(lead.submittedAt, now)} />,
          lead.waitingSince ? duration(lead.waitingSince, now) : { onlyWide: t('answered') },
        ],
      }))}
    />
  );
}

const valueCell = (value: number | undefined, money: (value: number) => string) =>
  value === undefined ? (
    { onlyWide: '' }
  ) : (
    <span key="value" className="lg:whitespace-nowrap">
      {money(value)}
    </span>
  );

function valueSort({ order, orderHref }: Props): ColumnSort {
  const dir = { highest: 'descending', lowest: 'ascending' } as const;
  return { href: orderHref(order === 'highest' ? 'lowest' : 'highest'), dir: order && dir[order] };
}

const submittedSort = ({ order, orderHref, isNewestFirst }: Props): ColumnSort | undefined =>
  isNewestFirst
    ? { href: orderHref(undefined), dir: order === undefined ? 'descending' : undefined }
    : undefined;

function LeadName({ lead: { company, name }, href }: { lead: AnyLead; href: string }) {
  return (
    <>
      <a
        href={href}
        className="inline-flex min-h-8 items-center text-accent wrap-anywhere lg:min-h-6 hover:underline"
      >
        <bdi>{company || name}</bdi>
      </a>
      {company && <bdi className="block font-normal text-muted wrap-anywhere">{name}</bdi>}
    </>
  );
}
