import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Formats } from '@/lib/core/formats';
import type { Tone } from '@/lib/core/status-labels';
import type { Address, TopicState } from '@/lib/webhooks/list-topics';
import { eventLabel } from './event-label';

/** A topic's subscription; never includes a secret. */
export type TopicView = {
  topic: string;
  /** "Lead changed" */
  event: string;
  state: 'off' | 'making' | 'live' | 'unknown' | 'rotating';
  word: { tone: Tone; label: string };
  /** The known facts, in sentences. */
  facts: string[];
  /** A rotation may be finished manually once the new subscription exists. */
  canFinish: boolean;
};

type Translate = Awaited<ReturnType<typeof getTranslations<'Webhooks'>>>;
/** The context for turning a row into words. */
type ViewContext = { t: Translate; formats: Formats; now: Date };

/** The state of each topic's subscription, in words. */
export async function toTopicViews(topics: TopicState[], now: Date): Promise<TopicView[]> {
  const context = { t: await getTranslations('Webhooks'), formats: await getFormats(), now };
  return topics.map((topic) => toTopicView(topic, context));
}

const TONES = {
  off: 'warn',
  making: 'progress',
  live: 'good',
  unknown: 'warn',
  rotating: 'progress',
} as const;

function toTopicView(
  { topic, state, current, successor, retired }: TopicState,
  context: ViewContext,
): TopicView {
  const { t } = context;
  const standing = [current, successor].filter((address) => address !== undefined);
  return {
    topic,
    state,
    event: eventLabel(topic, t) ?? topic,
    word: { tone: TONES[state], label: t(`state.${state}`) },
    facts: [
      ...(state === 'live' ? [] : [t(`means.${state}`, { topic })]),
      ...(state === 'live' && current ? [t('since', { ago: ago(context, current.createdAt) })] : []),
      ...(state === 'rotating' ? rotationFacts({ current, successor }, context) : []),
      ...((state === 'live' || state === 'unknown') && current ? [heard(current, context)] : []),
      ...standing.flatMap((address) => rejections(address, context)),
      ...retired.map(({ usableUntil }) => retiredFact(usableUntil, context)),
    ],
    canFinish: successor?.hasSecret === true,
  };
}

function rotationFacts(
  { current, successor }: Pick<TopicState, 'current' | 'successor'>,
  context: ViewContext,
): string[] {
  const { t } = context;
  if (!current || !successor) return [];
  const begun = t('rotatingSince', { ago: ago(context, successor.createdAt) });
  const former = t('formerHeard', { heard: heard(current, context) });
  const next = successor.hasSecret ? t('newHeard', { heard: heard(successor, context) }) : t('newMaking');
  return [begun, former, next];
}

function heard({ lastDeliveryAt }: Address, context: ViewContext): string {
  const { t } = context;
  return lastDeliveryAt ? t('lastDelivery', { ago: ago(context, lastDeliveryAt) }) : t('noDelivery');
}

function rejections({ rejected, lastRejectedAt }: Address, context: ViewContext): string[] {
  if (rejected === 0 || !lastRejectedAt) return [];
  return [context.t('refused', { count: rejected, ago: ago(context, lastRejectedAt) })];
}

function retiredFact(usableUntil: Date, { t, formats }: ViewContext): string {
  return t('retiredUntil', { time: formats.clock(usableUntil.toISOString()) });
}

const ago = ({ formats, now }: ViewContext, at: Date) => formats.ago(at.toISOString(), now);
