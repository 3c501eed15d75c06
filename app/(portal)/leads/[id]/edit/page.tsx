import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { getLocale, getTranslations } from 'next-intl/server';
import { DraftNotices } from '@/app/(portal)/drafts/draft-notices';
import { readDraftId, toDraftProps } from '@/app/(portal)/drafts/form-draft';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { titleName } from '@/app/name-title';
import { NotFoundPage } from '@/app/not-found-page';
import { LeadForm } from '@/components/forms/lead-form';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { renderedFor } from '@/lib/auth/rendered-for';
import { getTimeZone } from '@/lib/auth/time-zone';
import { getSignedIn, requireViewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { decodeSegment, firstOf, type SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { isolate } from '@/lib/core/isolate';
import { getDb } from '@/lib/db/handle';
import { editDraftKey, emptyEditForm, getEditForm } from '@/lib/edits/edit-form';
import { freshenForEdit } from '@/lib/edits/read-for-edit';
import { formTexts } from '@/lib/forms/texts';
import { getSchema } from '@/lib/lead-schema/schema';
import { findLeadTitle } from '@/lib/leads/lead-view';
import { editLeadAction } from './actions';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<SearchParams> };

export async function generateMetadata({ params }: Pick<Props, 'params'>): Promise<Metadata> {
  const person = await getSignedIn();
  const { id } = await params;
  const name =
    person?.membership &&
    (await findLeadTitle(await getDb(), { ...person, membership: person.membership }, id));
  const t = await getTranslations('Edit');
  return { title: name ? t('pageTitle', { name: titleName(name) }) : t('title') };
}

export default async function EditLeadPage({ params, searchParams }: Props) {
  const id = decodeSegment((await params).id);
  const draftId = readDraftId(firstOf(await searchParams));
  const viewer = await requireViewer(`/leads/${encodeURIComponent(id)}/edit`);
  const db = await getDb();
  const tForm = await getTranslations('Form');
  const timeZone = await getTimeZone();
  const service = await getServiceClient();
  const { schema } = await getSchema(db, { service, now: new Date() });
  await freshenForEdit(db, viewer, { id, service, clock: () => new Date() });
  const locale = await getLocale();
  const form = await getEditForm(db, viewer, { id, draftId, schema, t: tForm, locale, timeZone });
  const t = await getTranslations('Edit');
  const common = await getTranslations('Common');
  const texts = formTexts(tForm, { purpose: 'edit', locale });
  const props = {
    action: editLeadAction.bind(null, id),
    texts,
    timeZone,
    renderedFor: renderedFor(viewer, env().APP_SECRET),
    draftKey: editDraftKey(viewer.personId, id),
    cancelHref: `/leads/${encodeURIComponent(id)}`,
  };
  if (!form) {
    if (!(await isPosted())) return <NotFoundPage />;
    return (
      <LeadForm {...props} model={emptyEditForm({ schema, t: tForm, locale })} values={{}} hidden={{}}>
        <PortalHeader viewer={viewer} />
        <PageHeading title={t('title')} />
      </LeadForm>
    );
  }
  const { name, isDeleted, lost, isDraftGone, draft, otherDraft, ...view } = form;
  return (
    <LeadForm {...props} {...view} {...(await toDraftProps({ draft, otherDraft, texts }))} leadId={id}>
      <PortalHeader viewer={viewer} />
      <PageHeading title={t('heading', { name: isolate(name) })} />
      <DraftNotices lost={lost} isGone={isDraftGone} />
      {isDeleted && (
        <div className="pb-4">
          <Banner tone="warn" title={t('goneTitle')}>
            {t('goneDetail')}{' '}
            <a href={`/leads/${encodeURIComponent(id)}`} className="text-accent underline">
              {common('viewLead')}
            </a>
          </Banner>
        </div>
      )}
    </LeadForm>
  );
}

/**
 * Whether this page is rendered in response to its form, sent without scripts. Only the form itself has its
 * messages and input: a "not found" page would lose both.
 */
async function isPosted(): Promise<boolean> {
  return (await headers()).get('content-type')?.startsWith('multipart/form-data') ?? false;
}
