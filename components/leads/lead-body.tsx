import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { Badge } from '@/components/ui/badge';
import { Banner } from '@/components/ui/banner';
import { Card } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { Icon } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { RelativeTime, ShortTime } from '@/components/ui/relative-time';
import { toStatusWord } from '@/lib/core/status-words';
import type { FieldText, LeadView } from '@/lib/leads/view';
import { AnswerText } from './answer-text';
import { BackToLeads } from './back-to-leads';
import { toFreshness } from './freshness';
import { Live } from './live';
import { PrintButton } from './print-button';
import { Receipt } from './receipt';
import { SavedEdits } from './saved-edits';
import { ServiceDownBanner } from './service-down';
import { Timeline } from './timeline';

/** One lead: its status, its answers, its history, and the receipt of its submission. */
export async function LeadBody({ lead, brand }: { lead: LeadView; brand: string }) {
  const { moment } = await getFormats();
  const t = await getTranslations('Lead');
  const now = new Date(lead.readAt);
  return (
    <div className="mx-auto max-w-detail">
      <BackToLeads />
      <LeadHeader lead={lead} />
      <div className="space-y-3 empty:hidden">
        {lead.serviceDown && <ServiceDownBanner down={lead.serviceDown} confirmedAt={lead.confirmedAt} />}
        {lead.deletedAt && (
          <Banner tone="bad" title={t('deletedTitle')}>
            {t('deleted', { time: moment(lead.deletedAt).text })}
          </Banner>
        )}
        <div role="status" className="space-y-3 empty:hidden">
          <SavedEdits edits={lead.savedEdits} now={now} />
        </div>
      </div>
      <KeyFacts lead={lead} />
      <div className="grid items-start gap-4 pt-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:gap-6 print:grid-cols-1">
        <Answers fields={lead.fields} />
        <div className="min-w-0 space-y-4 lg:space-y-6">
          <Timeline entries={lead.timeline} now={now} statusOverrides={lead.statusOverrides} brand={brand} />
          {lead.receipt && <Receipt receipt={lead.receipt} />}
        </div>
      </div>
    </div>
  );
}

async function LeadHeader({ lead }: { lead: LeadView }) {
  const t = await getTranslations('Lead');
  const { moment, date } = await getFormats();
  const { label, tone } = toStatusWord(lead.status, lead.statusOverrides);
  return (
    <div className="pb-4">
      <PageHeading title={lead.company || lead.name || lead.id} detail={lead.company ? lead.name : undefined}>
        <div className="flex flex-wrap gap-2 print:hidden">
          <PrintButton text={t('print')} />
          {lead.editable && (
            <LinkButton href={`/leads/${encodeURIComponent(lead.id)}/edit`} variant="primary">
              <Icon name="pencil" />
              {t('edit')}
            </LinkButton>
          )}
        </div>
      </PageHeading>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone={tone} label={label} />
          <span className="text-muted">
            {t.rich('statusSince', {
              time: () => <ShortTime moment={moment(lead.statusSince)} text={date(lead.statusSince)} />,
            })}
          </span>
        </p>
        <div className="print:hidden">
          <Live freshness={await toFreshness(lead)} />
        </div>
      </div>
    </div>
  );
}

/** What a reader looks for first, in one row. */
async function KeyFacts({ lead }: { lead: LeadView }) {
  const t = await getTranslations('Lead');
  const { moment, date, money } = await getFormats();
  const now = new Date(lead.readAt);
  const facts = [
    ...(lead.value === undefined ? [] : [{ term: t('value'), text: money(lead.value, lead.currency) }]),
    { term: t('agent'), text: lead.agentName },
    { term: t('organization'), text: lead.organizationName },
    { term: t('submitted'), text: date(lead.submittedAt) },
    { term: t('changed'), text: <RelativeTime moment={moment(lead.changedAt, now)} /> },
  ];
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3.5 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none sm:px-5 print:border-x-0">
      {facts.map(({ term, text }) => (
        <div key={term} className="min-w-0">
          <dt className="text-sm text-muted">{term}</dt>
          <dd dir="auto" className="font-semibold wrap-anywhere">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The answers; the unanswered ones are folded. */
async function Answers({ fields }: { fields: readonly FieldText[] }) {
  const t = await getTranslations('Lead');
  const answered = fields.filter(({ values }) => values.length > 0);
  const unanswered = fields.filter(({ values }) => values.length === 0);
  return (
    <Card id="details" title={t('fields')}>
      <AnswerList fields={answered} />
      {unanswered.length > 0 && (
        <details className="group border-t border-line pt-1 print:hidden">
          <summary className="-mb-2 flex min-h-11 items-center gap-1.5 text-muted hover:text-ink">
            <Icon name="chevron-right" className="size-4 transition-transform group-open:rotate-90" />
            {t('unanswered', { count: unanswered.length })}
          </summary>
          <div className="pt-2">
            <AnswerList fields={unanswered} />
          </div>
        </details>
      )}
    </Card>
  );
}

function AnswerList({ fields }: { fields: readonly FieldText[] }) {
  return (
    <DescriptionList>
      {fields.map((field) => (
        <Description key={field.id} term={field.label}>
          <AnswerText field={field} />
        </Description>
      ))}
    </DescriptionList>
  );
}
