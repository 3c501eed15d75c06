import { getTranslations } from 'next-intl/server';
import { CopyButton } from '@/components/ui/copy-button';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { Time } from '@/components/ui/time';
import type { SubmissionView } from '@/lib/leads/view';

/** The outcome of a submission, or exactly what is known so far. */
export async function Outcome({ submission, brand }: { submission: SubmissionView; brand: string }) {
  const t = await getTranslations('Submission');
  const common = await getTranslations('Common');
  if (submission.state === 'accepted') {
    const { moment } = await getFormats();
    const { acceptedAt, readAt } = submission;
    return (
      <>
        <p role="status">
          {t.rich('accepted', {
            time: () => <RelativeTime moment={moment(acceptedAt, new Date(readAt))} />,
          })}{' '}
          <span dir="auto">{submission.meaning ?? t('acceptedNext')}</span>
        </p>
        <DescriptionList>
          <Description term={common('leadId')}>
            <span className="flex items-center gap-1">
              <code className="min-w-0 font-mono font-semibold break-all">{submission.leadId}</code>
              <CopyButton
                value={submission.leadId}
                text={common('copyLeadId')}
                done={common('copied')}
                isSmall
              />
            </span>
          </Description>
        </DescriptionList>
      </>
    );
  }
  if ('refusedAt' in submission) return <Refusal submission={submission} />;
  return <PendingOutcome submission={submission} brand={brand} />;
}

type UnfinishedView = Exclude<SubmissionView, { leadId: string } | { refusedAt: string }>;

/** What is known so far, and what happens next automatically. */
async function PendingOutcome({ submission, brand }: { submission: UnfinishedView; brand: string }) {
  const t = await getTranslations('Submission');
  const { preciseMoment } = await getFormats();
  const { state, attempts, attemptedAt } = submission;
  const time = () => <Time moment={preciseMoment(attemptedAt ?? '')} />;
  if (submission.isSearchedFirst) return <p role="status">{t('queuedSearched', { brand })}</p>;
  if (state === 'confirming') return <p role="status">{t.rich('confirming', { time })}</p>;
  if (state === 'review') return <p role="status">{t.rich('review', { time, attempts })}</p>;
  if (state === 'queued' && attemptedAt) return <p role="status">{t.rich('queuedAgain', { time })}</p>;
  return <p role="status">{t(state)}</p>;
}

async function Refusal({ submission }: { submission: Extract<SubmissionView, { refusedAt: string }> }) {
  const t = await getTranslations('Submission');
  const { preciseMoment } = await getFormats();
  const { state, reason, fieldErrors, refusedAt, replacement } = submission;
  const what = replacement ? (`${state}Replaced` as const) : state;
  return (
    <>
      <p role="status">{t.rich(what, { time: () => <Time moment={preciseMoment(refusedAt)} /> })}</p>
      <section
        aria-labelledby="reason"
        className="tone-bad rounded-card border border-tone-line bg-tone-soft px-3.5 py-2.5"
      >
        <h2 id="reason" className="text-sm text-muted">
          {t(`${state}Reason`)}
        </h2>
        {reason && <p dir="auto">{reason}</p>}
        {!reason && fieldErrors.length === 0 && <p>{t('refusedNoReason')}</p>}
        {fieldErrors.length > 0 && (
          <ul>
            {fieldErrors.map(({ label, message }) => (
              <li key={label}>
                {t.rich('fieldError', {
                  field: () => (
                    <strong dir="auto" className="font-semibold">
                      {label}
                    </strong>
                  ),
                  message: () => <span dir="auto">{message}</span>,
                })}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
