import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { ownerValue } from '@/components/admin/owner-inputs';
import { ListSection } from '@/components/admin/page-section';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { requireAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { RejectedOwnerCard } from './_parts/rejected-owner-card';
import { ReviewCard } from './_parts/review-card';
import { DeadTable, OverdueTable, StateCounts, UnclearTable } from './_parts/submission-tables';
import { submissionsAction } from './actions';
import { getSubmissionsPage } from './query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('AdminNav'))('submissions') };
}

export default async function SubmissionsPage() {
  await requireAdmin('/admin/submissions');
  const t = await getTranslations('Submissions');
  const nav = await getTranslations('AdminNav');
  const common = await getTranslations('Common');
  const states = await getTranslations('Submission.state');
  const { clock } = await getFormats();
  const now = new Date();
  const page = await getSubmissionsPage(await getDb(), { now, locale: await getLocale() });
  const { rejectedOwners, reviews, unclear, overdue, dead } = page;
  const isQuiet = rejectedOwners.rows.length + reviews.rows.length + dead.rows.length === 0;
  return (
    <>
      <PageHeading title={nav('submissions')}>
        <p className="text-sm text-muted">{common('asOf', { time: clock(now.toISOString()) })}</p>
      </PageHeading>
      <StateCounts counts={new Map(page.counts.map(({ state, count }) => [state, count]))} />
      <div className="space-y-8 pt-6">
        <ActionArea action={submissionsAction}>
          {isQuiet && <EmptyState title={t('quiet')}>{t('quietDetail')}</EmptyState>}
          <ListSection
            id="rejected-owners"
            title={t('rejectedOwners')}
            intro={t('rejectedOwnersIntro')}
            listed={rejectedOwners}
          >
            <ol className="space-y-4">
              {rejectedOwners.rows.map((owner) => (
                <RejectedOwnerCard key={ownerValue(owner)} owner={owner} now={now} />
              ))}
            </ol>
          </ListSection>
          <ListSection id="reviews" title={t('reviews')} intro={t('reviewsIntro')} listed={reviews}>
            <ol className="space-y-4">
              {reviews.rows.map((review) => (
                <ReviewCard key={review.id} review={review} />
              ))}
            </ol>
          </ListSection>
          <ListSection id="dead" title={t('dead')} intro={t('deadIntro')} listed={dead}>
            <DeadTable rows={dead.rows} now={now} />
          </ListSection>
          <ListSection id="overdue" title={t('overdue')} intro={t('overdueIntro')} listed={overdue}>
            <OverdueTable rows={overdue.rows} now={now} />
          </ListSection>
          <ListSection id="unclear" title={states('confirming')} intro={t('unclearIntro')} listed={unclear}>
            <UnclearTable rows={unclear.rows} now={now} />
          </ListSection>
        </ActionArea>
      </div>
    </>
  );
}
