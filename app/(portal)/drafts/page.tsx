import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { readUpdatesOf } from '@/app/(portal)/read-updates';
import { EndDrafts } from '@/components/forms/end-drafts';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import { stripControlCharacters } from '@/lib/core/text';
import { getDb } from '@/lib/db/handle';
import { type DraftRow, listDrafts } from '@/lib/drafts/list';
import { editDraftKey } from '@/lib/edits/edit-form';
import { readRetention } from '@/lib/retention/retention';
import { newLeadDraftKey } from '@/lib/submissions/new-lead-form';
import { DraftList } from './_parts/draft-list';
import { deleteDraftAction } from './actions';
import { deviceText, draftAddress } from './other-draft';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('drafts') };
}

export default async function DraftsPage() {
  const viewer = await requireViewer('/drafts');
  const t = await getTranslations('Drafts');
  const common = await getTranslations('Common');
  const db = await getDb();
  const retention = await readRetention(db);
  const drafts = await listDrafts(db, viewer, {
    t: await getTranslations('Form'),
    locale: await getLocale(),
    timeZone: await getTimeZone(),
  });
  const unread = await readUpdatesOf(viewer, { kind: 'draft-expires' });
  const now = new Date();
  const listed = { kind: 'list', ids: drafts.map(({ id }) => id) } as const;
  return (
    <>
      <PortalHeader viewer={viewer} unread={unread} />
      {/* Maybe deleted on another device. */}
      <EndDrafts under={newLeadDraftKey(viewer.personId)} event={listed} />
      <EndDrafts under={editDraftKey(viewer.personId)} event={listed} />
      <ActionArea action={deleteDraftAction}>
        <PageHeading title={common('drafts')} />
        <noscript>
          <p className="pb-4">{(await getTranslations('Cached'))('needsScripts')}</p>
        </noscript>
        {drafts.length === 0 ? (
          <EmptyState
            icon="pencil"
            title={t('none')}
            action={
              <a href="/leads/new" className={buttonClass({ variant: 'primary' })}>
                {common('newLead')}
              </a>
            }
          >
            {t('noneDetail')}
          </EmptyState>
        ) : (
          <>
            <p className="max-w-prose pb-4 text-muted">{t('intro', { days: retention.drafts })}</p>
            <DraftList drafts={await Promise.all(drafts.map((draft) => toView(draft, now)))} />
          </>
        )}
      </ActionArea>
    </>
  );
}

/** A draft with every text ready. */
async function toView({ kind, missing, changed, isOutdated, device, savedAt, ...row }: DraftRow, now: Date) {
  const t = await getTranslations('Drafts');
  const { moment } = await getFormats();
  return {
    id: row.id,
    href: draftAddress(row),
    title: stripControlCharacters(row.company || row.person) || t('unnamed'),
    person: row.company ? stripControlCharacters(row.person) : '',
    kind: t(`kind.${kind}`),
    isReady: kind !== 'edit' && missing === 0,
    rest: kind === 'edit' ? t('changed', { count: changed }) : t('missing', { count: missing }),
    outdated: isOutdated ? t('outdated') : undefined,
    saved: moment(savedAt, now),
    device: await deviceText(device),
  };
}
