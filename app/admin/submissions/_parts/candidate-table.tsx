import { getLocale, getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionChoice } from '@/components/shell/action-fields';
import { EmailText } from '@/components/ui/email-text';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import { isolate } from '@/lib/core/isolate';
import { toList } from '@/lib/core/language';
import type { CandidateLead, Identity, ReviewRow } from '../reviews';

/** The submission, and below it the leads it may have created, to choose from. */
export async function CandidateTable({ review }: { review: ReviewRow }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  const { money, preciseMoment } = await getFormats();
  const amountOf = ({ value, currency }: Identity) => (value === undefined ? '' : money(value, currency));
  const name = review.name || review.id;
  const value = amountOf(review);
  const columns = [common('lead'), common('fullName'), common('email'), common('value'), t('column.created')];
  return (
    <fieldset className="pb-3">
      <legend className="pb-2 text-sm">{t('candidates')}</legend>
      <CardTable
        caption={t('candidatesOf', { name: isolate(name) })}
        columns={columns}
        rows={[
          {
            key: 'submitted',
            isReference: true,
            cells: [
              t('submittedHere'),
              <bdi key="name">{name}</bdi>,
              <Side key="email" text={review.email} submitted={review.email} isEmail />,
              value || '–',
              <Time key="at" moment={preciseMoment(review.submittedAt.toISOString())} />,
            ],
          },
          ...review.candidates.rows.map((candidate, index) => ({
            key: candidate.id,
            cells: [
              <Choice key="id" notesId={`notes-${review.id}-${index}`} candidate={candidate} />,
              <Side key="name" text={candidate.name} submitted={review.name} />,
              <Side key="email" text={candidate.email} submitted={review.email} isEmail />,
              <Side key="value" text={amountOf(candidate)} submitted={value} />,
              <Time key="at" moment={preciseMoment(candidate.createdAt.toISOString())} />,
            ],
          })),
        ]}
      />
      {review.candidates.more > 0 && (
        <p className="pt-2 text-sm text-muted">{common('andMore', { count: review.candidates.more })}</p>
      )}
      <ActionChoice
        type="radio"
        name="lead"
        value=""
        isChosen={false}
        className="flex min-h-11 items-center gap-2.5 px-3 pt-1"
      >
        {t('otherLead')}
      </ActionChoice>
    </fieldset>
  );
}

async function Choice({ notesId, candidate }: { notesId: string; candidate: CandidateLead }) {
  const t = await getTranslations('Submissions');
  const form = await getTranslations('Form');
  const { id, isClaimed, deletedAt, shared } = candidate;
  const fields = toList(
    await getLocale(),
    shared.map((label) => form('quoted', { label: isolate(label) })),
  );
  const notes = [
    ...(shared.length > 0 ? [t('sharedAnswers', { fields })] : []),
    ...(isClaimed ? [t('claimed')] : []),
    ...(deletedAt ? [t('deleted')] : []),
  ];
  return (
    <>
      <ActionChoice
        type="radio"
        name="lead"
        value={id}
        isChosen={false}
        disabled={isClaimed}
        aria-describedby={notes.length > 0 ? notesId : undefined}
        className="flex min-h-9 items-start gap-2.5 lg:min-h-6 lg:min-w-52 [&>input]:mt-0.5"
      >
        <code className="font-mono wrap-anywhere">{id}</code>
      </ActionChoice>
      {notes.length > 0 && (
        <span id={notesId} className="block pl-7.5 font-normal text-muted">
          {notes.map((note) => (
            <span key={note} className="block">
              {note}
            </span>
          ))}
        </span>
      )}
    </>
  );
}

/** Differences from the submission are highlighted and labelled. */
async function Side({ text, submitted, isEmail }: { text: string; submitted: string; isEmail?: true }) {
  const t = await getTranslations('Submissions');
  const shown = <bdi>{text === '' ? '–' : isEmail ? <EmailText email={text} /> : text}</bdi>;
  if (text.trim().toLowerCase() === submitted.trim().toLowerCase()) return shown;
  return (
    <strong className="font-semibold">
      {shown} <span className="text-xs font-normal text-muted">{t('differs')}</span>
    </strong>
  );
}
