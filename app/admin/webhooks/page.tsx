import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ListSection, PageSection } from '@/components/admin/page-section';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Pagination } from '@/components/ui/pagination';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { toTopicViews } from './_parts/topic-views';
import { ConflictTable, LeadChecks, MissingLeads, QuarantinedLeadTable } from './_parts/webhook-checks';
import { DeliveryTable, QuarantineTable } from './_parts/webhook-deliveries';
import { DeliveryFilters } from './_parts/webhook-filters';
import { TopicList } from './_parts/webhook-topics';
import { webhooksAction } from './actions';
import {
  getWebhooksPage,
  parseWebhooksQuery,
  type WebhooksPageData,
  type WebhooksQuery,
  webhooksHref,
} from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('AdminNav'))('webhooks') };
}

export default async function WebhooksPage({ searchParams }: Props) {
  await requireAdmin('/admin/webhooks');
  const query = parseWebhooksQuery(await searchParams);
  const [t, { clock, zone }, now] = [await getTranslations('Webhooks'), await getFormats(), new Date()];
  const [common, nav] = [await getTranslations('Common'), await getTranslations('AdminNav')];
  const page = await getWebhooksPage(await getDb(), query, zone);
  return (
    <>
      <PageHeading title={nav('webhooks')}>
        <p className="text-sm text-muted">{common('asOf', { time: clock(now.toISOString()) })}</p>
      </PageHeading>
      <div className="space-y-8">
        <ActionArea action={webhooksAction}>
          {page.stopped && (
            <PageSection id="missing" title={t('missing')}>
              <MissingLeads stopped={page.stopped} now={now} />
            </PageSection>
          )}
          <ListSection
            id="conflicts"
            title={t('conflicts')}
            intro={t('conflictsIntro')}
            listed={page.conflicts}
          >
            <ConflictTable rows={page.conflicts.rows} now={now} />
          </ListSection>
          <ListSection
            id="quarantined-leads"
            title={t('quarantinedLeads')}
            intro={t('quarantinedLeadsIntro')}
            listed={page.quarantinedLeads}
          >
            <QuarantinedLeadTable rows={page.quarantinedLeads.rows} now={now} />
          </ListSection>
          <PageSection id="subscriptions" title={t('subscriptions')} intro={t('subscriptionsIntro')}>
            <TopicList topics={await toTopicViews(page.topics, now)} />
          </PageSection>
          <PageSection id="checks" title={t('checks')} intro={t('checksIntro')}>
            <LeadChecks />
          </PageSection>
          <PageSection id="deliveries" title={t('deliveries')}>
            <Deliveries page={page} query={query} now={now} />
          </PageSection>
          <ListSection
            id="quarantine"
            title={t('quarantine')}
            intro={t('quarantineIntro')}
            listed={page.quarantined}
          >
            <QuarantineTable rows={page.quarantined.rows} now={now} />
          </ListSection>
        </ActionArea>
      </div>
    </>
  );
}

async function Deliveries({
  page: { deliveries, choices },
  query,
  now,
}: {
  page: WebhooksPageData;
  query: WebhooksQuery;
  now: Date;
}) {
  const common = await getTranslations('Common');
  const t = await getTranslations('Webhooks');
  const { rows, next } = deliveries;
  const { after, ...filter } = query;
  const isFiltered = Object.values(filter).some((value) => value !== '');
  return (
    <>
      <DeliveryFilters query={query} choices={choices} isFiltered={isFiltered} />
      {rows.length > 0 ? (
        <DeliveryTable rows={rows} now={now} />
      ) : (
        <EmptyState title={isFiltered ? common('noMatch') : t('noDelivery')}>
          {isFiltered ? common('noMatchDetail') : t('noDeliveryDetail')}
        </EmptyState>
      )}
      <div className="pt-3">
        <Pagination
          label={common('pages')}
          previous={{ text: common('newest'), href: after && webhooksHref(query) }}
          next={{ text: common('older'), href: next && webhooksHref(query, next) }}
        />
      </div>
    </>
  );
}
