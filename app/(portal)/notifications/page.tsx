import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { toFreshness } from '@/components/leads/freshness';
import { Live } from '@/components/leads/live';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { requireReader } from '@/lib/auth/viewer';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { getStreamPosition } from '@/lib/live/position';
import { listNotices } from '@/lib/notices/list-notices';
import { getUnread } from '@/lib/notices/notices';
import { readRetention } from '@/lib/retention/retention';
import { NoticeList } from './_parts/notice-list';
import { markAllReadAction } from './actions';
import { toNoticeView } from './notice-view';

type Props = { searchParams: Promise<SearchParams> };

/** `before`: the id of the last notice of the page before. */
const querySchema = z.object({ before: z.coerce.number().int().positive().optional().catch(undefined) });

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Notifications'))('title') };
}

export default async function NotificationsPage({ searchParams }: Props) {
  const viewer = await requireReader('/notifications');
  const position = getStreamPosition();
  const { before } = querySchema.parse(firstOf(await searchParams));
  const db = await getDb();
  const retention = await readRetention(db);
  const unread = await getUnread(db, viewer);
  const { rows, hasMore } = await listNotices(db, viewer, { before });
  const overrides = await getStatusOverrides(db, await getLocale());
  const readAt = new Date();
  const t = await getTranslations('Notifications');
  const leads = await getTranslations('Leads');
  const common = await getTranslations('Common');
  const notices = await Promise.all(rows.map((row) => toNoticeView(row, { overrides, now: readAt })));
  return (
    <div className="max-w-form">
      <PortalHeader viewer={viewer} />
      <ActionArea action={markAllReadAction}>
        <PageHeading title={t('title')}>
          {unread.count > 0 && viewer.viewedBy === undefined && (
            <ActionForm command="read" about={{ upTo: unread.ids[0] ?? 0 }}>
              <SubmitButton>{leads('unreadMark')}</SubmitButton>
            </ActionForm>
          )}
        </PageHeading>
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-3">
          <p className="text-muted">{t('intro', { days: retention.notices })}</p>
          <Live freshness={await toFreshness({ readAt: readAt.toISOString(), position })} />
        </div>
        {notices.length === 0 ? (
          <EmptyState icon="bell" title={t('none')}>
            {t('noneDetail')}
          </EmptyState>
        ) : (
          <NoticeList notices={notices} label={t('title')} />
        )}
        {(hasMore || before !== undefined) && (
          <nav aria-label={common('pages')} className="flex flex-wrap gap-2 pt-4">
            {before !== undefined && <LinkButton href="/notifications">{common('newest')}</LinkButton>}
            {hasMore && (
              <LinkButton href={`/notifications?before=${rows.at(-1)?.id}`}>{common('older')}</LinkButton>
            )}
          </nav>
        )}
      </ActionArea>
    </div>
  );
}
