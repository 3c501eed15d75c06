import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { DraftNotices } from '@/app/(portal)/drafts/draft-notices';
import { readDraftId, toDraftProps } from '@/app/(portal)/drafts/form-draft';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { titleName } from '@/app/name-title';
import { LeadForm } from '@/components/forms/lead-form';
import { PageHeading } from '@/components/shell/page-heading';
import { RefreshWhile } from '@/components/shell/refresh-while';
import { Banner } from '@/components/ui/banner';
import { buttonClass } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { getFormats } from '@/components/ui/formats';
import { renderedFor } from '@/lib/auth/rendered-for';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireViewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { getServiceHealth, toServiceDown } from '@/lib/connection/health';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { isId } from '@/lib/core/ids';
import { isolate } from '@/lib/core/isolate';
import { isStorable } from '@/lib/core/text';
import { getDb } from '@/lib/db/handle';
import { parsePins } from '@/lib/forms/add-another';
import { formTexts } from '@/lib/forms/texts';
import { ServiceError } from '@/lib/service/error';
import { getNewLeadForm, type NewLeadForm, newLeadDraftKey } from '@/lib/submissions/new-lead-form';
import { submitLeadAction } from './actions';
import { AddedNotice, CorrectedNotice, TemplateNotice } from './start-notices';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const corrected = (await readForm(JSON.stringify(firstOf(await searchParams))))?.corrected;
  return { title: await titleOf(corrected && titleName(corrected)) };
}

async function titleOf(corrected: string | undefined): Promise<string> {
  const t = await getTranslations('Form');
  const common = await getTranslations('Common');
  return corrected === undefined ? common('newLead') : t('correctTitle', { name: corrected });
}

export default async function NewLeadPage({ searchParams }: Props) {
  const viewer = await requireViewer('/leads/new');
  const params = firstOf(await searchParams);
  const { from, after, template: templateId, ...asked } = params;
  const draftId = readDraftId(asked);
  const t = await getTranslations('Form');
  const common = await getTranslations('Common');
  const timeZone = await getTimeZone();
  const form = await readForm(JSON.stringify(params));
  if (!form) {
    return (
      <div className="max-w-form">
        <PortalHeader viewer={viewer} />
        <EmptyState
          icon="cloud-off"
          level={1}
          title={t('noFormYet')}
          action={
            // Not `LinkButton`: its script would count among those of the form.
            <a href="/leads/new" className={buttonClass()}>
              {common('tryAgain')}
            </a>
          }
        >
          {t('noFormYetDetail')}
        </EmptyState>
        <RefreshWhile everyMs={10_000} />
      </div>
    );
  }
  const { lost, isDraftGone, draft, otherDraft, before, template, corrected, replacement, ...view } = form;
  const { replaces } = form.hidden;
  const texts = formTexts(t, {
    purpose: corrected === undefined ? 'create' : 'correct',
    locale: await getLocale(),
  });
  return (
    <LeadForm
      // Another correction, draft, template or lead before is another form. Keyed by the URL only: a refresh for
      // another person keeps the input.
      key={[draftId, from, after, templateId].find((id): id is string => typeof id === 'string') ?? 'new'}
      {...view}
      {...(await toDraftProps({ draft, otherDraft, texts }))}
      action={submitLeadAction}
      timeZone={timeZone}
      renderedFor={renderedFor(viewer, env().APP_SECRET)}
      draftKey={newLeadDraftKey(viewer.personId, {
        replaces,
        // Also of one that is gone: this tab may have gone on with it as another draft.
        draftId,
        after: before?.submissionId,
        template: template?.leadId,
      })}
      cancelHref="/leads"
      pins={before?.pins}
      before={
        before && {
          under: newLeadDraftKey(viewer.personId),
          event: {
            kind: 'submitted',
            submissionId: before.submissionId,
            postedId: typeof asked.posted === 'string' ? asked.posted : undefined,
          },
        }
      }
    >
      <PortalHeader viewer={viewer} />
      <PageHeading title={await titleOf(corrected && isolate(corrected))} />
      <ServiceDown />
      {before && <AddedNotice {...before} />}
      {template && <TemplateNotice {...template} />}
      {replacement && <CorrectedNotice {...replacement} />}
      <DraftNotices lost={lost} isGone={isDraftGone} />
    </LeadForm>
  );
}

/** Shown before the person starts typing: it affects what happens next, but not submitting. */
async function ServiceDown() {
  const down = toServiceDown(await getServiceHealth(await getDb()));
  if (!down) return null;
  const t = await getTranslations('Form');
  const leads = await getTranslations('Leads');
  const { moment } = await getFormats();
  return (
    <div className="pb-4">
      <Banner tone="warn" title={leads('serviceDownTitle', { ...down, time: moment(down.since).text })}>
        {t('serviceDown')}
      </Banner>
    </div>
  );
}

/**
 * The form for an address, read once for the page and its title. Undefined if this desk has never read the portal's form and
 * cannot read it now.
 *
 * @param address its parameters, as JSON
 */
const readForm = cache(async (address: string): Promise<NewLeadForm | undefined> => {
  const viewer = await requireViewer('/leads/new');
  const { from, after, template, ...asked }: Record<string, unknown> = JSON.parse(address);
  try {
    return await getNewLeadForm(await getDb(), viewer, {
      from: isId('submission', from) ? from : undefined,
      draftId: readDraftId(asked),
      after: isId('submission', after) ? after : undefined,
      pins: parsePins(asked.keep),
      template: typeof template === 'string' && isStorable(template) ? template : undefined,
      service: await getServiceClient(),
      t: await getTranslations('Form'),
      locale: await getLocale(),
      timeZone: await getTimeZone(),
      now: new Date(),
    });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
});
