import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { readUpdatesOf } from '@/app/(portal)/read-updates';
import { importedHref } from '@/components/leads/address';
import { PageHeading } from '@/components/shell/page-heading';
import { RefreshWhile } from '@/components/shell/refresh-while';
import { buttonClass } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Pagination } from '@/components/ui/pagination';
import { correctionAddress, pageAddress } from '@/lib/core/address';
import { DEFAULT_LEADS_QUERY } from '@/lib/core/leads-query';
import type { Tone } from '@/lib/core/status-labels';
import { getDb } from '@/lib/db/handle';
import {
  countOutcomes,
  listResults,
  ROW_OUTCOMES,
  type RowOutcome,
  type RowResult,
} from '@/lib/imports/progress';
import { countLeads } from '@/lib/leads/list';
import { ImportSteps } from '../../_parts/import-steps';
import { openSteps } from '../../open-steps';
import { RowFilter } from '../_parts/row-filter';
import { loadImport, readPageQuery, type StepProps } from '../load';
import { ResultList, type ResultView } from './_parts/result-list';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Import'))('resultTitle') };
}

export default async function ResultPage({ params, searchParams }: StepProps) {
  const { viewer, stored, form, interpretation } = await loadImport((await params).id, 'result');
  if (!stored.startedAt || !interpretation) redirect(`/leads/import/${stored.id}/columns`);
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const { page, show } = await readPageQuery(searchParams);
  const outcome = ROW_OUTCOMES.find((one) => one === show);
  const db = await getDb();
  const counts = await countOutcomes(db, stored.id);
  const total = outcome ? counts[outcome] : counts.total;
  const task = { viewer, importId: stored.id, form, interpretation, outcome, page, total };
  const { rows, pages } = await listResults(db, task);
  const path = `/leads/import/${stored.id}/result`;
  const address = (number: number) => pageAddress(path, { show: outcome }, number);
  const { accepted, refused } = counts;
  // Of those that were delivered, some may be deleted or another's since.
  const query = { ...DEFAULT_LEADS_QUERY, import: stored.id };
  const { count: leads } = await countLeads(db, viewer, { query, timeZone: 'UTC' });
  const unread = await readUpdatesOf(viewer, { importId: stored.id });
  const isFinished = counts['under-way'] + counts.waiting === 0;
  return (
    <>
      <PortalHeader viewer={viewer} unread={unread} />
      <PageHeading title={t('resultTitle')} detail={stored.fileName || t('pasted')}>
        <div className="flex flex-wrap gap-2">
          <a href={`/leads/import/${stored.id}/file`} className={buttonClass({ variant: 'ghost' })}>
            {t('download')}
          </a>
          {leads > 0 && (
            <LinkButton href={importedHref(stored.id)} variant="primary">
              {t('goToLeads', { count: leads })}
            </LinkButton>
          )}
        </div>
      </PageHeading>
      <ImportSteps id={stored.id} current="result" open={openSteps(stored)} />
      <p role="status" className="pb-4 text-lg font-semibold">
        {t('resultSummary', { accepted, refused, total: counts.total })}
      </p>
      <RowFilter
        label={t('rowKinds')}
        kinds={[
          { key: 'all', href: path, text: t('allRows', { count: counts.total }), isCurrent: !outcome },
          ...ROW_OUTCOMES.filter((one) => counts[one] > 0 || one === outcome).map((one) => ({
            key: one,
            href: `${path}?show=${one}`,
            text: t('outcomeCount', { outcome: t(`outcome.${one}`), count: counts[one] }),
            isCurrent: one === outcome,
          })),
        ]}
      />
      <div className="pt-3">
        <ResultList
          label={t('resultTitle')}
          rows={await Promise.all(rows.map((row) => toView(row, stored.id)))}
        />
      </div>
      {pages > 1 && (
        <Pagination
          label={common('pages')}
          current={common('pageOf', { page, pages })}
          previous={{ text: common('previous'), href: page > 1 ? address(page - 1) : undefined }}
          next={{ text: common('next'), href: page < pages ? address(page + 1) : undefined }}
        />
      )}
      {!isFinished && <RefreshWhile />}
    </>
  );
}

const TONES: Record<RowOutcome, Tone> = {
  accepted: 'good',
  refused: 'bad',
  'under-way': 'info',
  unclear: 'warn',
  waiting: 'info',
  'not-sent': 'warn',
  'left-out': 'neutral',
  'sent-before': 'neutral',
};

async function toView(row: RowResult, importId: string): Promise<ResultView> {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const { position, line, outcome, company, person, sameAsLine } = row;
  const why = sameAsLine === undefined ? row.reason : t('sameAsLine', { line: sameAsLine });
  const reason = row.isTransferred ? t('rowTransferred') : why;
  const name = t('rowNamed', { line, name: company || person || t('unnamedRow') });
  return {
    key: String(position),
    name,
    tone: TONES[outcome],
    outcome: t(`outcome.${outcome}`),
    reason,
    links: linksOf(row, importId).map(({ href, text }) => ({
      href,
      text: t(`link.${text}`),
      name: common('named', { action: t(`link.${text}`), name }),
    })),
  };
}

function linksOf({ outcome, leadId, submissionId, isTransferred }: RowResult, importId: string) {
  if (isTransferred) return [];
  if (leadId) return [{ href: `/leads/${encodeURIComponent(leadId)}`, text: 'open' as const }];
  if (outcome === 'refused' && submissionId) {
    return [{ href: correctionAddress(submissionId), text: 'correct' as const }];
  }
  if (submissionId)
    return [{ href: `/submissions/${encodeURIComponent(submissionId)}`, text: 'open' as const }];
  if (outcome === 'not-sent') return [{ href: `/leads/import/${importId}/check`, text: 'correct' as const }];
  return [];
}
