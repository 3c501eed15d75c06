import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { LinkButton } from '@/components/ui/link-button';
import { Time } from '@/components/ui/time';
import type { SubmissionView } from '@/lib/leads/view';
import { STATE_TONES } from '@/lib/leads/words';
import { AnswerText } from './answer-text';
import { BackToLeads } from './back-to-leads';
import { FocusedHeading } from './focused-heading';
import { toFreshness } from './freshness';
import { Live } from './live';

type Props = {
  submission: SubmissionView;
  /** Where a refused submission can be corrected, its answers filled in. */
  correctHref: string;
};

/** What is true about one submission right now, and what to do next. */
export async function SubmissionBody({ submission, correctHref }: Props) {
  const t = await getTranslations('Submission');
  const { state, name } = submission;
  return (
    <div className="max-w-3xl">
      <BackToLeads />
      <p className="pb-2">
        <Badge tone={STATE_TONES[state]} label={t(`state.${state}`)} />
      </p>
      <FocusedHeading>{t(`${state}Title`, { name: name || submission.id })}</FocusedHeading>
      <div className="space-y-4 py-3">
        <Outcome submission={submission} />
        <div className="flex flex-wrap gap-3 pt-2">
          <Next submission={submission} correctHref={correctHref} />
        </div>
      </div>
      {!isSettled(submission) && (
        <div className="border-y border-line py-2">
          <Live freshness={await toFreshness({ readAt: submission.readAt })} />
        </div>
      )}
      <Answers submission={submission} />
    </div>
  );
}

/** Accepted and refused do not change by themselves any more. */
function isSettled({ state }: SubmissionView): boolean {
  return state === 'accepted' || state === 'refused';
}

async function Outcome({ submission }: { submission: SubmissionView }) {
  const t = await getTranslations('Submission');
  const { preciseMoment } = await getFormats();
  if (submission.state === 'accepted') {
    return (
      <>
        <p role="status">
          {t.rich('accepted', { time: () => <Time moment={preciseMoment(submission.acceptedAt)} /> })}
        </p>
        <DescriptionList>
          <Description term={t('number')}>
            <code className="font-mono text-base font-semibold break-all">{submission.leadId}</code>
          </Description>
        </DescriptionList>
      </>
    );
  }
  if (submission.state === 'refused') return <Refusal submission={submission} />;
  return <p role="status">{t(submission.state)}</p>;
}

async function Refusal({ submission }: { submission: Extract<SubmissionView, { state: 'refused' }> }) {
  const t = await getTranslations('Submission');
  const { preciseMoment } = await getFormats();
  const { reason, fieldErrors, refusedAt } = submission;
  return (
    <>
      <p role="status">{t.rich('refused', { time: () => <Time moment={preciseMoment(refusedAt)} /> })}</p>
      <section aria-labelledby="reason" className="border-l-4 border-danger py-1 pl-4">
        <h2 id="reason" className="text-sm text-muted">
          {t('refusedReason')}
        </h2>
        {reason && <p dir="auto">{reason}</p>}
        {!reason && fieldErrors.length === 0 && <p>{t('refusedNoReason')}</p>}
        {fieldErrors.length > 0 && (
          <ul>
            {fieldErrors.map(({ label, message }) => (
              <li key={label}>
                <strong dir="auto" className="font-semibold">
                  {label}
                </strong>
                {': '}
                <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

async function Next({ submission, correctHref }: Props) {
  const t = await getTranslations('Submission');
  if (submission.state === 'refused') {
    return (
      <LinkButton href={correctHref} look="primary">
        {t('correct')}
      </LinkButton>
    );
  }
  return (
    <>
      {submission.state === 'accepted' && (
        <LinkButton href={`/leads/${encodeURIComponent(submission.leadId)}`} look="primary">
          {t('openLead')}
        </LinkButton>
      )}
      <LinkButton href="/leads/new">{t('another')}</LinkButton>
    </>
  );
}

async function Answers({ submission }: { submission: SubmissionView }) {
  const t = await getTranslations('Submission');
  const { preciseMoment } = await getFormats();
  return (
    <section aria-labelledby="answers" className="pt-6">
      <h2 id="answers" className="pb-1 text-lg font-semibold">
        {t('answers')}
      </h2>
      <DescriptionList>
        {submission.answers.map((field) => (
          <Description key={field.id} term={field.label}>
            <AnswerText field={field} />
          </Description>
        ))}
        <Description term={t('agent')}>{submission.agentName}</Description>
        <Description term={t('submittedAt')}>
          <Time moment={preciseMoment(submission.submittedAt)} />
        </Description>
      </DescriptionList>
    </section>
  );
}
