import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Card } from '@/components/ui/card';
import { CopyButton } from '@/components/ui/copy-button';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { Menu, MenuLink } from '@/components/ui/menu';
import { RelativeTime, ShortTime } from '@/components/ui/relative-time';
import { toStatusWord } from '@/lib/core/status-labels';
import type { GroupedFieldText, LeadView, SavedEditView } from '@/lib/leads/view';
import type { SignedReceipt } from '@/lib/receipts/issue';
import type { Waiting } from '@/lib/response-times/waiting';
import { AnswerGroups } from './answer-groups';
import { AnswerText } from './answer-text';
import { BackToLeads } from './back-to-leads';
import { toFreshness } from './freshness';
import { Live } from './live';
import { PrintButton } from './print-button';
import { Receipt } from './receipt';
import { ServiceDownBanner } from './service-down';
import { StatusMeaning } from './status-meaning';
import { Timeline } from './timeline';

type Props = {
  lead: LeadView;
  /** Where the stream of this page begins (`lib/live/position.ts`). */
  position: string;
  /** Its receipt as signed; absent without a receipt, or if it cannot be signed now. */
  signed?: SignedReceipt;
  brand: string;
  /** Where the vendor offers help. */
  helpUrl?: string;
  /** An admin sees it as the viewer: what leads to a form is not offered. */
  isReadOnly: boolean;
};

/** Says that the lead was deleted in the portal, or its person erased here. */
export async function DeletedOrErased({ lead: { deletedAt, erasedAt } }: { lead: LeadView }) {
  const { moment } = await getFormats();
  const t = await getTranslations('Lead');
  return (
    <>
      {deletedAt && (
        <Banner tone="bad" title={t('deletedTitle')}>
          {t('deleted', { time: moment(deletedAt).text })}
        </Banner>
      )}
      {erasedAt && (
        <Banner tone="info" title={t('erasedTitle')}>
          {t('erased', { time: moment(erasedAt).text })}
        </Banner>
      )}
    </>
  );
}

/** One lead: its status, its answers, its history, and the receipt of its submission. */
export async function LeadBody({ lead, position, signed, brand, helpUrl, isReadOnly }: Props) {
  const now = new Date(lead.readAt);
  return (
    // On paper smaller and side by side: facts, history and receipt of most leads fit on one page.
    <div className="max-w-detail print:max-w-none print:[zoom:0.8]">
      <BackToLeads />
      <LeadHeader lead={lead} position={position} isReadOnly={isReadOnly} />
      <StatusMeaning lead={lead} helpUrl={helpUrl} />
      <div className="space-y-3 empty:hidden">
        {lead.serviceDown && <ServiceDownBanner down={lead.serviceDown} confirmedAt={lead.confirmedAt} />}
        <DeletedOrErased lead={lead} />
        <div role="status" className="space-y-3 empty:hidden">
          <SavedEdits edits={lead.savedEdits} now={now} />
        </div>
      </div>
      <KeyFacts lead={lead} />
      <div className="grid items-start gap-4 pt-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6 print:grid-cols-2 print:gap-6 print:pt-2">
        <Answers fields={lead.fields} />
        <div className="min-w-0 space-y-4 lg:space-y-6">
          <Timeline entries={lead.timeline} now={now} statusOverrides={lead.statusOverrides} brand={brand} />
          {lead.receipt && <Receipt receipt={lead.receipt} signed={signed} brand={brand} />}
        </div>
      </div>
    </div>
  );
}

async function LeadHeader({ lead, position, isReadOnly }: Pick<Props, 'lead' | 'position' | 'isReadOnly'>) {
  const t = await getTranslations('Lead');
  const common = await getTranslations('Common');
  const path = `/leads/${encodeURIComponent(lead.id)}`;
  return (
    <div className="pb-4">
      <PageHeading title={lead.company || lead.name || lead.id} detail={lead.company ? lead.name : undefined}>
        <div className="flex gap-2 print:hidden">
          {lead.editable && !isReadOnly && (
            <LinkButton href={`${path}/edit`} variant="primary">
              <Icon name="pencil" />
              {t('edit')}
            </LinkButton>
          )}
          <Menu id="lead-menu" label={common('moreActions')}>
            <div className="-m-2 sm:w-56">
              {!lead.erasedAt && !isReadOnly && (
                <MenuLink href={`/leads/new?template=${encodeURIComponent(lead.id)}`} icon="copy">
                  {t('useAsTemplate')}
                </MenuLink>
              )}
              <CopyButton value={path} icon="link" text={t('copyLink')} done={common('copied')} isInMenu />
              <PrintButton text={common('print')} isInMenu />
            </div>
          </Menu>
        </div>
      </PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Standing lead={lead} />
        <div className="print:hidden">
          <Live freshness={await toFreshness({ ...lead, position })} />
        </div>
      </div>
    </div>
  );
}

/** Status and since when, value, and whose lead it is. */
export async function Standing({ lead }: { lead: LeadView }) {
  const t = await getTranslations('Lead');
  const common = await getTranslations('Common');
  const { moment, date, money } = await getFormats();
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge {...toStatusWord(lead.status, lead.statusOverrides)} />
        {!lead.deletedAt && (
          <span className="text-muted">
            {t.rich('statusSince', {
              time: () => <ShortTime moment={moment(lead.statusSince)} text={date(lead.statusSince)} />,
            })}
          </span>
        )}
      </p>
      {lead.value !== undefined && (
        <p className="text-lg font-semibold">
          <span className="sr-only">{t('spokenLabel', { label: common('value') })} </span>
          {money(lead.value, lead.currency)}
        </p>
      )}
      <p className="flex min-w-0 items-center gap-1.5 text-muted">
        <Icon name="user" />
        <span className="sr-only">{t('spokenLabel', { label: common('agent') })} </span>
        <bdi className="min-w-0 wrap-anywhere">{lead.agentName}</bdi>
      </p>
    </div>
  );
}

/** What a reader looks for next, in one row. */
export async function KeyFacts({ lead }: { lead: LeadView }) {
  const t = await getTranslations('Lead');
  const common = await getTranslations('Common');
  const sorts = await getTranslations('Leads.sorts');
  const { moment, date, duration, length } = await getFormats();
  const now = new Date(lead.readAt);
  const waitingText = ({ since, isAgain }: Waiting) => {
    if (lead.usualWaitMs === undefined || isAgain) return duration(since, now);
    return t('waitingUsually', { duration: duration(since, now), usual: length(lead.usualWaitMs) });
  };
  const facts = [
    { term: common('organization'), text: lead.organizationName },
    {
      term: common('submitted'),
      text: <ShortTime moment={moment(lead.submittedAt)} text={date(lead.submittedAt)} />,
    },
    { term: sorts('changed'), text: <RelativeTime moment={moment(lead.changedAt, now)} /> },
    ...(lead.waiting ? [{ term: t('waiting'), text: waitingText(lead.waiting) }] : []),
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none sm:px-5 print:mt-2 print:rounded-none print:border-x-0 print:px-0 print:py-2">
      {facts.map(({ term, text }) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-muted">{term}</dt>
          <dd dir="auto" className="font-semibold wrap-anywhere">
            {text}
          </dd>
        </div>
      ))}
      <div className="min-w-0">
        <dt className="text-sm text-muted">{common('leadId')}</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 font-mono text-xs text-balance break-all">{lead.id}</code>
          <CopyButton value={lead.id} text={common('copyLeadId')} done={common('copied')} isSmall />
        </dd>
      </div>
    </dl>
  );
}

/** The answers; the unanswered ones are folded. */
export async function Answers({ fields }: { fields: readonly GroupedFieldText[] }) {
  const t = await getTranslations('Lead');
  const common = await getTranslations('Common');
  const answered = fields.filter(({ values }) => values.length > 0);
  const unanswered = fields.filter(({ values }) => values.length === 0);
  return (
    <Card id="details" title={common('details')}>
      <AnswerGroups fields={answered} />
      {unanswered.length > 0 && (
        <details className="mt-3 border-t border-line pt-1 print:hidden">
          <summary className="-mb-2 min-h-11 text-muted hover:text-ink">
            {t('unanswered', { count: unanswered.length })}
          </summary>
          <div className="pt-2">
            <AnswerGroups fields={unanswered} />
          </div>
        </details>
      )}
    </Card>
  );
}

/** Saved edits that the details of a lead do not show: not confirmed yet, or missing in the portal. */
async function SavedEdits({ edits, now }: { edits: readonly SavedEditView[]; now: Date }) {
  const t = await getTranslations('Lead');
  const { moment } = await getFormats();
  return edits.map(({ id, state, savedAt, fields }) => (
    <Banner key={id} tone={state === 'missing' ? 'warn' : 'info'} title={t(`savedEdit.${state}Title`)}>
      <p>{t(`savedEdit.${state}`, { time: moment(savedAt, now).text })}</p>
      <dl className="pt-1">
        {fields.map((field) => (
          <div key={field.id} className="flex flex-wrap gap-x-1.5">
            <dt dir="auto" className="text-muted">
              {field.label}
            </dt>
            <dd dir="auto" className="min-w-0 font-semibold wrap-anywhere">
              <AnswerText field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </Banner>
  ));
}
