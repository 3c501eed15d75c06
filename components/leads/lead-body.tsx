import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import { toStatusWord } from '@/lib/core/status-words';
import type { LeadView, SavedEditView } from '@/lib/leads/view';
import { AnswerText } from './answer-text';
import { BackToLeads } from './back-to-leads';
import { toFreshness } from './freshness';
import { Live } from './live';
import { Receipt } from './receipt';
import { ServiceDownBanner } from './service-down';
import { Timeline } from './timeline';

/** One lead: its status, its answers, its history, and the receipt of its submission. */
export async function LeadBody({ lead, brand }: { lead: LeadView; brand: string }) {
  const t = await getTranslations('Lead');
  return (
    <>
      <BackToLeads />
      <PageHeading title={lead.name || lead.id}>
        {lead.editable && (
          <LinkButton href={`/leads/${encodeURIComponent(lead.id)}/edit`}>
            <Icon name="pencil" />
            {t('edit')}
          </LinkButton>
        )}
      </PageHeading>
      <Standing lead={lead} />
      <div className="grid gap-x-12 gap-y-8 pt-6 lg:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
        <div className="min-w-0 space-y-8">
          <section aria-labelledby="details">
            <h2 id="details" className="pb-1 text-lg font-semibold">
              {t('fields')}
            </h2>
            <DescriptionList>
              {lead.fields.map((field) => (
                <Description key={field.id} term={field.label}>
                  <AnswerText field={field} />
                </Description>
              ))}
              <Description term={t('agent')}>{lead.agentName}</Description>
              <Description term={t('organization')}>{lead.organizationName}</Description>
            </DescriptionList>
          </section>
          {lead.receipt && <Receipt receipt={lead.receipt} />}
        </div>
        <Timeline
          entries={lead.timeline}
          now={new Date(lead.readAt)}
          statusOverrides={lead.statusOverrides}
          brand={brand}
        />
      </div>
    </>
  );
}

async function Standing({ lead }: { lead: LeadView }) {
  const t = await getTranslations('Lead');
  const { moment } = await getFormats();
  const now = new Date(lead.readAt);
  const { label, tone } = toStatusWord(lead.status, lead.statusOverrides);
  return (
    <div className="space-y-3">
      {lead.serviceDown && <ServiceDownBanner down={lead.serviceDown} confirmedAt={lead.confirmedAt} />}
      {lead.deletedAt && (
        <Banner tone="bad" title={t('deletedTitle')}>
          {t('deleted', { time: moment(lead.deletedAt).text })}
        </Banner>
      )}
      <div role="status" className="space-y-3 empty:hidden">
        <SavedEdits edits={lead.savedEdits} now={now} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-line py-3">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone} label={label} />
          <span className="text-sm text-muted">
            {t.rich('statusSince', { time: () => <Time moment={moment(lead.statusSince, now)} showAgo /> })}
          </span>
        </p>
        <Live freshness={await toFreshness(lead)} />
      </div>
    </div>
  );
}

/** Saved edits that the details below do not show: not confirmed yet, or missing in the portal. */
async function SavedEdits({ edits, now }: { edits: readonly SavedEditView[]; now: Date }) {
  const t = await getTranslations('Lead');
  const { moment } = await getFormats();
  return edits.map(({ id, state, savedAt, fields }) => (
    <Banner key={id} tone={state === 'missing' ? 'warn' : 'info'} title={t(`savedEdit.${state}Title`)}>
      <p>{t(`savedEdit.${state}`, { time: moment(savedAt, now).text })}</p>
      <dl className="pt-1">
        {fields.map((field) => (
          <div key={field.id} className="flex flex-wrap gap-x-1.5">
            <dt dir="auto">{field.label}:</dt>
            <dd dir="auto" className="min-w-0 font-medium wrap-anywhere">
              <AnswerText field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  ));
}
