import { getTranslations } from 'next-intl/server';
import { AnswerGroups } from '@/components/leads/answer-groups';
import { BackToLeads } from '@/components/leads/back-to-leads';
import { toFreshness } from '@/components/leads/freshness';
import { Live } from '@/components/leads/live';
import { Receipt } from '@/components/leads/receipt';
import { Badge } from '@/components/ui/badge';
import { CARD, Card } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import { isolate } from '@/lib/core/isolate';
import { STATE_TONES } from '@/lib/core/status-labels';
import type { ReceiptView, SubmissionView } from '@/lib/leads/view';
import type { SignedReceipt } from '@/lib/receipts/issue';
import { FocusedHeading } from './focused-heading';
import { Outcome } from './submission-outcome';

type Props = {
  submission: SubmissionView;
  /** Where the stream of this page begins (`lib/live/position.ts`). */
  position: string;
  /** Once it is accepted. */
  receipt?: { view: ReceiptView; signed?: SignedReceipt };
  brand: string;
  /** Where a refused submission can be corrected, with its answers filled in. */
  correctHref: string;
  /** An admin sees it as the viewer: what leads to a form is not offered. */
  isReadOnly: boolean;
};

/** The current state of one submission, and what to do next. */
export async function SubmissionBody({
  submission,
  position,
  receipt,
  brand,
  correctHref,
  isReadOnly,
}: Props) {
  const t = await getTranslations('Submission');
  const { state, id, name, company } = submission;
  return (
    // On paper smaller: answers and receipt of most leads fit on one page.
    <div className="max-w-form print:[zoom:0.8]">
      <BackToLeads />
      <div className={`${CARD} px-4 py-5 sm:px-6`}>
        <p className="pb-2">
          <Badge tone={STATE_TONES[state]} label={t(`state.${state}`)} />
        </p>
        <FocusedHeading>{t(`${state}Title`, { name: isolate(company || name || id) })}</FocusedHeading>
        {company && name && (
          <p dir="auto" className="text-lg text-muted wrap-anywhere">
            {name}
          </p>
        )}
        <div className="space-y-4 pt-2">
          <Outcome submission={submission} brand={brand} />
          <div className="flex flex-wrap gap-3 pt-1 empty:hidden print:hidden">
            <Next submission={submission} correctHref={correctHref} isReadOnly={isReadOnly} />
          </div>
        </div>
        {!isFinal(submission) && (
          <div className="-mb-2 pt-3 print:hidden">
            <Live freshness={await toFreshness({ readAt: submission.readAt, position })} />
          </div>
        )}
      </div>
      <Answers submission={submission} />
      {receipt && (
        <div className="pt-4">
          <Receipt receipt={receipt.view} signed={receipt.signed} brand={brand} />
        </div>
      )}
    </div>
  );
}

/** Accepted, refused and returned submissions no longer change on their own. */
function isFinal({ state }: SubmissionView): boolean {
  return state === 'accepted' || state === 'refused' || state === 'returned';
}

async function Next({
  submission,
  correctHref,
  isReadOnly,
}: Pick<Props, 'submission' | 'correctHref' | 'isReadOnly'>) {
  const t = await getTranslations('Submission');
  const common = await getTranslations('Common');
  if ('refusedAt' in submission && submission.replacement) {
    const { submissionId } = submission.replacement;
    if (submissionId === undefined) return null;
    return (
      <LinkButton href={`/submissions/${encodeURIComponent(submissionId)}`} variant="primary">
        {t('openReplacement')}
      </LinkButton>
    );
  }
  if (isReadOnly && submission.state !== 'accepted') return null;
  if ('refusedAt' in submission) {
    return (
      <LinkButton href={correctHref} variant="primary">
        {t('correct')}
      </LinkButton>
    );
  }
  const another = <LinkButton href="/leads/new">{t('another')}</LinkButton>;
  if (submission.state !== 'accepted') return another;
  const leadId = encodeURIComponent(submission.leadId);
  return (
    <>
      <LinkButton href={`/leads/${leadId}`} variant="primary">
        {common('viewLead')}
      </LinkButton>
      {!isReadOnly && another}
      {!isReadOnly && !submission.isErased && (
        <LinkButton href={`/leads/new?template=${leadId}`}>
          {(await getTranslations('Lead'))('useAsTemplate')}
        </LinkButton>
      )}
    </>
  );
}

async function Answers({ submission }: { submission: SubmissionView }) {
  const t = await getTranslations('Submission');
  const common = await getTranslations('Common');
  const { preciseMoment } = await getFormats();
  return (
    <div className="pt-4">
      <Card id="answers" title={t('answers')}>
        <AnswerGroups fields={submission.answers} />
        <div className="mt-3 border-t border-line pt-3">
          <DescriptionList>
            <Description term={common('agent')}>{submission.agentName}</Description>
            <Description term={common('submitted')}>
              <Time moment={preciseMoment(submission.submittedAt)} />
            </Description>
          </DescriptionList>
        </div>
      </Card>
    </div>
  );
}
