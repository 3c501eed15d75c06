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
  parseWebhooksQuery,
  toDeliveryQuery,
  type WebhooksQuery,
  webhooksHref,
} from '@/lib/admin/webhooks/query';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { type Db, getDb } from '@/lib/db/handle';
import { listConflicts } from '@/lib/leads/conflicts';
import { listUnapplied } from '@/lib/leads/unapplied';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { findStopped } from '@/lib/sync/stopped';
import { listDeliveries, listQuarantined, OUTCOMES } from '@/lib/webhooks/list-deliveries';
import { listTopics } from '@/lib/webhooks/list-topics';
import { webhooksAction } from './actions';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Webhooks'))('title') };
}

export default async function WebhooksPage({ searchParams }: Props) {
  await requireAdmin('/admin/webhooks');
  const query = parseWebhooksQuery(await searchParams);
  const [t, db, now] = [await getTranslations('Webhooks'), await getDb(), new Date()];
  const { clock } = await getFormats();
  const stopped = await findStopped(db);
  return (
    <>
      <PageHeading title={t('title')}>
        <p className="text-sm text-muted">{t('asOf', { time: clock(now.toISOString()) })}</p>
      </PageHeading>
      <div className="space-y-8">
        <ActionArea action={webhooksAction}>
          {stopped && (
            <Part id="missing" title={t('missing')}>
              <MissingLeads missing={await toMissingView(stopped, now)} />
            </Part>
          )}
          <Conflicts db={db} now={now} />
          <Unapplied db={db} now={now} />
          <Part id="subscriptions" title={t('subscriptions')} intro={t('subscriptionsIntro')}>
            <TopicList topics={await toTopicViews(await listTopics(db), now)} />
          </Part>
          <Part id="checks" title={t('checks')} intro={t('checksIntro')}>
            <LeadChecks />
          </Part>
          <Part id="deliveries" title={t('deliveries')} intro={t('deliveriesIntro')}>
            <Deliveries db={db} query={query} now={now} />
          </Part>
          <Quarantine db={db} now={now} />
        </ActionArea>
      </div>
    </>
  );
}

async function Deliveries({ db, query, now }: { db: Db; query: WebhooksQuery; now: Date }) {
  const t = await getTranslations('Webhooks');
  const { zone } = await getFormats();
  const { rows, next } = await listDeliveries(db, toDeliveryQuery(query, zone));
  const filter = await toFilterView(query, { topics: WEBHOOK_TOPICS, outcomes: OUTCOMES });
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

const CONFLICTS_SHOWN = 50;

async function Conflicts({ db, now }: { db: Db; now: Date }) {
  const t = await getTranslations('Webhooks');
  const { rows, more } = await listConflicts(db, CONFLICTS_SHOWN);
  if (rows.length === 0) return null;
  return (
    <Part id="conflicts" title={t('conflicts')} intro={t('conflictsIntro')}>
      <ConflictTable rows={await toConflictViews(rows, now)} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: more })}</p>}
    </Part>
  );
}

const UNAPPLIED_SHOWN = 50;

async function Unapplied({ db, now }: { db: Db; now: Date }) {
  const t = await getTranslations('Webhooks');
  const { rows, more } = await listUnapplied(db, UNAPPLIED_SHOWN);
  if (rows.length === 0) return null;
  return (
    <Part id="unapplied" title={t('unapplied')} intro={t('unappliedIntro')}>
      <UnappliedTable rows={await toUnappliedViews(rows, now)} />
      {more > 0 && <p className="pt-2 text-sm text-muted">{t('more', { count: more })}</p>}
    </Part>
  );
}

async function Quarantine({ db, now }: { db: Db; now: Date }) {
  const t = await getTranslations('Webhooks');
  const { rows, more } = await listQuarantined(db);
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
