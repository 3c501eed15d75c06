import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AuditExport, AuditFilters } from '@/components/admin/audit/audit-filters';
import { AuditTable, type AuditView } from '@/components/admin/audit/audit-table';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Pagination } from '@/components/ui/pagination';
import { auditHref, parseAuditQuery, toAuditQuery } from '@/lib/admin/audit/query';
import { type AuditRow, listAudit } from '@/lib/audit/list-audit';
import { toParticulars, toSentence } from '@/lib/audit/sentence';
import { AUDIT_EVENTS } from '@/lib/audit/write-audit';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Audit'))('title') };
}

export default async function AuditPage({ searchParams }: Props) {
  await requireAdmin('/admin/audit');
  const { after, ...filter } = parseAuditQuery(await searchParams);
  const [t, { zone }] = [await getTranslations('Audit'), await getFormats()];
  const { rows, next } = await listAudit(await getDb(), { ...toAuditQuery(filter, zone), after });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const view = { ...filter, events: AUDIT_EVENTS, isFiltered };
  return (
    <>
      <PageHeading title={t('title')}>
        <AuditExport filter={view} />
      </PageHeading>
      <p className="-mt-2 max-w-prose pb-4 text-sm text-muted">{t('intro')}</p>
      <AuditFilters filter={view} />
      {rows.length > 0 ? (
        <AuditTable rows={await toViews(rows)} />
      ) : (
        <EmptyState title={isFiltered ? t('nothingMatches') : t('empty')}>
          {isFiltered ? t('nothingMatchesDetail') : t('intro')}
        </EmptyState>
      )}
      <div className="pt-3">
        <Pagination
          label={t('pages')}
          current={after ? t('olderPage') : t('newestPage')}
          previous={{ text: t('newest'), href: after ? auditHref(filter) : undefined }}
          next={{ text: t('older'), href: next ? auditHref(filter, next) : undefined }}
        />
      </div>
    </>
  );
}

async function toViews(rows: AuditRow[]): Promise<AuditView[]> {
  const [t, formats] = [await getTranslations('Audit'), await getFormats()];
  return rows.map((row) => ({
    id: String(row.id),
    at: formats.preciseMoment(row.at.toISOString()),
    who: row.email ?? t('desk'),
    what: toSentence(row, t),
    particulars: toParticulars(row.detail, t),
  }));
}
