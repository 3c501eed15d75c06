import { getTranslations } from 'next-intl/server';
import { AnswerText } from '@/components/leads/answer-text';
import { Banner } from '@/components/ui/banner';
import { Description, DescriptionList } from '@/components/ui/description-list';
import { Time } from '@/components/ui/time';
import { isolate } from '@/lib/core/isolate';
import { AdoptDecision, BackDecision, ResendDecision } from './review-decisions';
import { Answer } from './sending-tables';
import type { ReviewView } from './sending-view';

/** One submission that the desk cannot decide about: the facts, and the three possible decisions. */
export async function ReviewCard({ review }: { review: ReviewView }) {
  const t = await getTranslations('Sending');
  const heading = `review-${review.id}`;
  return (
    <li>
      <article
        aria-labelledby={heading}
        className="rounded-control border border-line bg-surface px-4 py-4 sm:px-5"
      >
        <h3 id={heading} dir="auto" className="pb-2 text-lg font-semibold wrap-anywhere">
          {review.name}
        </h3>
        <Banner tone="warn" title={t(`reason.${review.reason}`, { attempts: review.attempts })} />
        <Facts review={review} />
        <div className="grid gap-x-8 gap-y-6 pt-4 lg:grid-cols-2">
          <div className="lg:col-span-2">
            <AdoptDecision review={review} />
          </div>
          <ResendDecision review={review} />
          <BackDecision review={review} />
        </div>
      </article>
    </li>
  );
}

async function Facts({ review }: { review: ReviewView }) {
  const t = await getTranslations('Sending');
  const { person, agent, organization, submitted, attempts, sent, answers } = review;
  return (
    <div className="py-2">
      <DescriptionList>
        <Description term={t('agent')}>
          {agent}, {organization}
        </Description>
        <Description term={t('submitted')}>
          <Time moment={submitted} /> <span className="text-muted">{t('by', { name: isolate(person) })}</span>
        </Description>
        <Description term={t('sent', { attempts })}>
          <ol className="space-y-1">
            {sent.map((one) => (
              <li key={one.at.iso}>
                <Time moment={one.at} />
                <Answer sent={one} />
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
