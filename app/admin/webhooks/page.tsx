import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { toDeliveryViews, toFilterView } from '@/components/admin/webhooks/delivery-views';
import {
  toConflictViews,
  toMissingView,
  toQuarantinedViews,
  toTopicViews,
  toUnappliedViews,
} from '@/components/admin/webhooks/views';
import {
  ConflictTable,
  LeadChecks,
  MissingLeads,
  UnappliedTable,
} from '@/components/admin/webhooks/webhook-checks';
import { DeliveryTable, QuarantineTable } from '@/components/admin/webhooks/webhook-deliveries';
import { DeliveryFilters } from '@/components/admin/webhooks/webhook-filters';
import { TopicList } from '@/components/admin/webhooks/webhook-topics';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { Pagination } from '@/components/ui/pagination';
import {
  getWebhooksPage,
  parseWebhooksQuery,
  type WebhooksPageData,
  type WebhooksQuery,
  webhooksHref,
} from '@/lib/admin/webhooks/query';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { webhooksAction } from './actions';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Webhooks'))('title') };
}

export default async function WebhooksPage({ searchParams }: Props) {
  await requireAdmin('/admin/webhooks');
  const query = parseWebhooksQuery(await searchParams);
  const [t, { clock, zone }, now] = [await getTranslations('Webhooks'), await getFormats(), new Date()];
  const page = await getWebhooksPage(await getDb(), query, zone);
  return (
    <>
      <PageHeading title={t('title')}>
        <p className="text-sm text-muted">{t('asOf', { time: clock(now.toISOString()) })}</p>
      </PageHeading>
      <div className="space-y-8">
        <ActionArea action={webhooksAction}>
          {page.stopped && (
            <Part id="missing" title={t('missing')}>
              <MissingLeads missing={await toMissingView(page.stopped, now)} />
            </Part>
          )}
          <Conflicts listed={page.conflicts} now={now} />
          <Unapplied listed={page.unapplied} now={now} />
          <Part id="subscriptions" title={t('subscriptions')} intro={t('subscriptionsIntro')}>
            <TopicList topics={await toTopicViews(page.topics, now)} />
          </Part>
          <Part id="checks" title={t('checks')} intro={t('checksIntro')}>
            <LeadChecks />
          </Part>
          <Part id="deliveries" title={t('deliveries')} intro={t('deliveriesIntro')}>
            <Deliveries page={page} query={query} now={now} />
          </Part>
          <Quarantine listed={page.quarantined} now={now} />
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
  const t = await getTranslations('Webhooks');
  const { rows, next } = deliveries;
  const filter = await toFilterView(query, choices);
  return (
    <>
      <DeliveryFilters filter={filter} />
      {rows.length > 0 ? (
        <DeliveryTable rows={await toDeliveryViews(rows, now)} />
      ) : (
        <EmptyState title={filter.isFiltered ? t('nothingMatches') : t('noDelivery')}>
          {filter.isFiltered ? t('nothingMatchesDetail') : t('noDeliveryDetail')}
        </EmptyState>
      )}
      <div className="pt-3">
        <Pagination
          label={t('pages')}
          current={query.after ? t('olderPage') : t('newestPage')}
          previous={{ text: t('newest'), href: query.after && webhooksHref(query) }}
          next={{ text: t('older'), href: next && webhooksHref(query, next) }}
        />
      </div>
    </>
  );
}

type Section<Part extends keyof WebhooksPageData> = { listed: WebhooksPageData[Part]; now: Date };

async function Conflicts({ listed: { rows, more }, now }: Section<'conflicts'>) {
  const t = await getTranslations('Webhooks');
  if (rows.length === 0) return null;
  return (
    <Part id="conflicts" title={t('conflicts')} intro={t('conflictsIntro')}>
      <ConflictTable rows={await toConflictViews(rows, now)} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: more })}</p>}
    </Part>
  );
}

async function Unapplied({ listed: { rows, more }, now }: Section<'unapplied'>) {
  const t = await getTranslations('Webhooks');
  if (rows.length === 0) return null;
  return (
    <Part id="unapplied" title={t('unapplied')} intro={t('unappliedIntro')}>
      <UnappliedTable rows={await toUnappliedViews(rows, now)} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: more })}</p>}
    </Part>
  );
}

async function Quarantine({ listed: { rows, more }, now }: Section<'quarantined'>) {
  const t = await getTranslations('Webhooks');
  if (rows.length === 0) return null;
  return (
    <Part id="quarantine" title={t('quarantine')} intro={t('quarantineIntro')}>
      <QuarantineTable rows={await toQuarantinedViews(rows, now)} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: more })}</p>}
    </Part>
  );
}

function Part({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {intro && <p className="max-w-prose pb-3 text-sm text-muted">{intro}</p>}
      {children}
    </section>
  );
}
