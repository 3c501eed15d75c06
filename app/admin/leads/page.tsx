import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { Pagination } from '@/components/ui/pagination';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { AdminLeadFilters } from './_parts/lead-filters';
import { AdminLeadTable } from './_parts/lead-table';
import {
  adminLeadHref,
  adminLeadsHref,
  getAdminLeadsPage,
  parseAdminLeadsQuery,
  VALUE_ORDERS,
} from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('allLeads') };
}

export default async function AdminLeadsPage({ searchParams }: Props) {
  await requireAdmin('/admin/leads');
  const { after, ...filter } = parseAdminLeadsQuery(await searchParams);
  const [t, list] = [await getTranslations('AdminLeads'), await getTranslations('Leads')];
  const common = await getTranslations('Common');
  const [db, now] = [await getDb(), new Date()];
  const { rows, next, total, hidesValue, currency, ...choices } = await getAdminLeadsPage(
    db,
    { ...filter, after },
    { timeZone: await getTimeZone(), now },
  );
  const statusOverrides = await getStatusOverrides(db, await getLocale());
  const isFiltered = Object.values({ ...filter, order: '' }).some((value) => value !== '');
  const order = hidesValue ? undefined : filter.order;
  return (
    <>
      <PageHeading title={common('allLeads')} intro={t('intro')} />
      <AdminLeadFilters
        filter={{
          ...filter,
          ...choices,
          statusOverrides,
          isFiltered,
          order,
          orderChoices: hidesValue ? [] : VALUE_ORDERS,
        }}
      />
      {rows.length > 0 ? (
        <>
          <p className="pb-2 text-sm text-muted">
            {t('summary', {
              count: total.count,
              capped: String(total.capped),
              order: order ?? (filter.waiting ? 'waiting' : 'newest'),
            })}
          </p>
          <AdminLeadTable
            rows={rows}
            hrefOf={({ id }) => adminLeadHref(id, filter, after)}
            statusOverrides={statusOverrides}
            hidesValue={hidesValue}
            currency={currency}
            now={now}
            order={order}
            orderHref={(order) => adminLeadsHref({ ...filter, order })}
            isNewestFirst={filter.waiting === ''}
          />
        </>
      ) : (
        <EmptyState title={isFiltered ? common('noMatch') : list('emptyTitle')}>
          {isFiltered ? common('noMatchDetail') : t('intro')}
        </EmptyState>
      )}
      <div className="pt-3">
        <Pagination
          label={common('pages')}
          previous={{ text: t('first'), href: after ? adminLeadsHref(filter) : undefined }}
          next={{ text: t('next'), href: next ? adminLeadsHref(filter, next) : undefined }}
        />
      </div>
    </>
  );
}
