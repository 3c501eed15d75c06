import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Pagination } from '@/components/ui/pagination';
import { AUDIT_EVENTS } from '@/lib/audit/write-audit';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { AuditExport, AuditFilters } from './_parts/audit-filters';
import { AuditTable, type AuditView } from './_parts/audit-table';
import { type AuditLine, auditHref, getAuditPage, parseAuditQuery } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Audit'))('title') };
}

export default async function AuditPage({ searchParams }: Props) {
  await requireAdmin('/admin/audit');
  const { after, ...filter } = parseAuditQuery(await searchParams);
  const [t, { zone, locale }] = [await getTranslations('Audit'), await getFormats()];
  const common = await getTranslations('Common');
  const { entries, next } = await getAuditPage(await getDb(), { ...filter, after }, zone);
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const { compare } = new Intl.Collator(locale);
  const events = AUDIT_EVENTS.map((value) => ({ value, label: t(`action.${value}`) }));
  const view = { ...filter, events: events.toSorted((a, b) => compare(a.label, b.label)), isFiltered };
  return (
    <>
      <PageHeading title={t('title')} intro={t('intro')}>
        <AuditExport filter={view} />
      </PageHeading>
      <AuditFilters filter={view} />
      {entries.length > 0 ? (
        <AuditTable rows={await toAuditViews(entries, new Date())} />
      ) : (
        <EmptyState title={isFiltered ? common('noMatch') : t('empty')}>
          {isFiltered ? common('noMatchDetail') : t('intro')}
        </EmptyState>
      )}
      <div className="pt-3">
        <Pagination
          label={common('pages')}
          previous={{ text: common('newest'), href: after ? auditHref(filter) : undefined }}
          next={{ text: common('older'), href: next ? auditHref(filter, next) : undefined }}
        />
      </div>
    </>
  );
}

/** The entries of the log as the page shows them. */
async function toAuditViews(entries: readonly AuditLine[], now: Date): Promise<AuditView[]> {
  const [t, { preciseMoment }] = [await getTranslations('Audit'), await getFormats()];
  return entries.map(({ id, at, email, what, details }) => ({
    id: String(id),
    at: preciseMoment(at.toISOString(), now),
    who: email ?? t('desk'),
    what,
    details,
  }));
}
