import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AnswerText } from '@/components/leads/answer-text';
import { ActionChoice, ActionInput, ActionTextArea } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Banner } from '@/components/ui/banner';
import { LIST_CARD } from '@/components/ui/card';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { Labelled } from '@/components/ui/field';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import { isolate } from '@/lib/core/isolate';
import type { ReviewRow } from '../reviews';
import { CandidateTable } from './candidate-table';
import { Answer, OwnerName } from './submission-tables';

/** One submission that the desk cannot decide about: the facts, and the three possible decisions. */
export async function ReviewCard({ review }: { review: ReviewRow }) {
  const t = await getTranslations('Submissions');
  const heading = `review-${review.id}`;
  return (
    <li>
      <article aria-labelledby={heading} className={LIST_CARD}>
        <h3 id={heading} dir="auto" className="pb-2 text-lg font-semibold wrap-anywhere">
          {review.name || review.id}
        </h3>
        <Banner tone="warn" title={t(`reason.${review.reason}`, { attempts: review.attempts })} />
        <Facts review={review} />
        <div className="grid gap-x-8 gap-y-6 pt-4 lg:grid-cols-2">
          <div className="lg:col-span-2">
            <MatchDecision review={review} />
          </div>
          <ResendDecision review={review} />
          <ReturnDecision review={review} />
        </div>
      </article>
    </li>
  );
}

async function Facts({ review }: { review: ReviewRow }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  const { preciseMoment } = await getFormats();
  const { personName, submittedAt, attempts, sent, answers } = review;
  return (
    <div className="py-2">
      <DescriptionList>
        <Description term={common('agent')}>
          <OwnerName of={review} />
        </Description>
        <Description term={common('submitted')}>
          <Time moment={preciseMoment(submittedAt.toISOString())} />{' '}
          <span className="text-muted">{t('by', { name: isolate(personName) })}</span>
        </Description>
        <Description term={t('sent', { attempts })}>
          <ol className="space-y-1">
            {sent.map((fact) => (
              <li key={fact.at}>
                <Time moment={preciseMoment(fact.at)} />
                <Answer fact={fact} />
              </li>
            ))}
          </ol>
        </Description>
      </DescriptionList>
      <details className="border-t border-line">
        <summary className="py-2 text-sm text-accent">{t('answers')}</summary>
        <DescriptionList>
          {answers.map((field) => (
            <Description key={field.id} term={field.label}>
              <AnswerText field={field} />
            </Description>
          ))}
        </DescriptionList>
      </details>
    </div>
  );
}

type Props = { review: ReviewRow };

/** "It is this lead": one of the similar ones, or any other of the organization by its number. */
async function MatchDecision({ review }: Props) {
  const t = await getTranslations('Submissions');
  const { id, candidates } = review;
  return (
    <Command review={review} command="adopt" title={t('adoptTitle')}>
      {candidates.rows.length > 0 ? (
        <CandidateTable review={review} />
      ) : (
        <p className="pb-2 text-sm">{t('noCandidates')}</p>
      )}
      <Labelled id={`number-${id}`} label={t('leadNumber')} className="max-w-sm pb-3">
        <ActionInput
          id={`number-${id}`}
          name="number"
          // Beside the radio buttons a number that stayed would contradict the next choice.
          keepsInput={candidates.rows.length === 0}
          maxLength={200}
          autoComplete="off"
          required={candidates.rows.length === 0}
        />
      </Labelled>
      <SubmitButton variant="primary">{t('adopt')}</SubmitButton>
    </Command>
  );
}

/** The risky decision: asks the admin to check the portal first. */
async function ResendDecision({ review }: Props) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  // All leads shown or mentioned to the admin: sending it again rules them out.
  const seenLeads = new Set([...review.namedLeads, ...review.candidates.rows.map(({ id }) => id)]);
  return (
    <Command review={review} command="resend" title={t('resendTitle')}>
      <p className="pb-2 text-sm">{t('resendWarning')}</p>
      <input type="hidden" name="seenLeads" value={JSON.stringify([...seenLeads])} />
      <ActionChoice
        type="checkbox"
        name="checked"
        value="yes"
        isChosen={false}
        // A refusal shows leads that came in meanwhile: the portal is to be checked for those, too.
        keepsInput={false}
        required
        className="flex min-h-11 items-start gap-2.5 py-1.5 [&>input]:mt-0.5"
      >
        <span>{t('checked')}</span>
      </ActionChoice>
      <SubmitButton variant="danger">{common('resend')}</SubmitButton>
    </Command>
  );
}

/** Returns it to the agent, with a message. */
async function ReturnDecision({ review }: Props) {
  const t = await getTranslations('Submissions');
  const { id, agentName } = review;
  return (
    <Command review={review} command="return" title={t('returnTitle')}>
      <p className="pb-2 text-sm">{t('returnWarning')}</p>
      <Labelled id={`reason-${id}`} label={t('returnReason', { agent: isolate(agentName) })} className="pb-3">
        <ActionTextArea id={`reason-${id}`} name="reason" required maxLength={500} rows={3} />
      </Labelled>
      <SubmitButton>{t('return')}</SubmitButton>
    </Command>
  );
}

function Command({
  review: { id, attempts },
  command,
  title,
  children,
}: Props & { command: 'adopt' | 'resend' | 'return'; title: string; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-3">
      <h4 className="pb-1 font-semibold">{title}</h4>
      <ActionForm command={command} subject={id} about={{ submission: id, attempts }}>
        {children}
      </ActionForm>
    </div>
  );
}
