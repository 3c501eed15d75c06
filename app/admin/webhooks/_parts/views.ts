import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Formats } from '@/lib/core/formats';
import { escapeBytes, stripControlCharacters } from '@/lib/core/text';
import type { LeadConflict } from '@/lib/leads/conflicts';
import type { QuarantinedLead } from '@/lib/leads/quarantined-leads';
import type { StoppedFullSync } from '@/lib/sync/stopped';
import type { QuarantinedRow } from '@/lib/webhooks/list-deliveries';
import type { Address, TopicState } from '@/lib/webhooks/list-topics';
import { eventLabel } from './event-label';
import type {
  ConflictView,
  MissingView,
  QuarantinedLeadView,
  QuarantinedView,
  TopicView,
} from './webhook-view';

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
    legacy: legacyOf(standing),
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

/** Can be allowed only before a first valid delivery proves that it is not needed. */
function legacyOf(standing: Address[]): TopicView['legacy'] {
  if (standing.some(({ legacyAllowed }) => legacyAllowed)) return 'allowed';
  const isProven = standing.length === 0 || standing.some(({ lastDeliveryAt }) => lastDeliveryAt);
  return isProven ? 'impossible' : 'possible';
}

const ago = ({ formats, now }: ViewContext, at: Date) => formats.ago(at.toISOString(), now);

/** Signed deliveries that could not be parsed. */
export async function toQuarantinedViews(rows: QuarantinedRow[], now: Date): Promise<QuarantinedView[]> {
  const [t, { moment }] = [await getTranslations('Webhooks'), await getFormats()];
  return rows.map(({ id, topic, head, size, count, firstAt }) => ({
    id: String(id),
    received: moment(firstAt.toISOString(), now),
    topic: topic ?? t('formerTopic'),
    size: t('bytes', { size }),
    repeats: t('times', { count }),
    bytes: `${escapeBytes(head)}${size > head.length ? ' …' : ''}`,
  }));
}

/** Leads missing in a comparison, too many to be plausible. */
export async function toMissingView(
  { fullSyncId, missing, startedAt, examples }: StoppedFullSync,
  now: Date,
): Promise<MissingView> {
  const { moment } = await getFormats();
  return {
    fullSyncId,
    count: missing,
    compared: moment(startedAt.toISOString(), now),
    examples: examples.map(({ id, name, email, submittedAt }) => ({
      id: stripControlCharacters(id),
      name: stripControlCharacters(name),
      email: stripControlCharacters(email),
      submitted: moment(submittedAt.toISOString(), now),
    })),
  };
}

/** Leads that could not be applied, with the reason in words. */
export async function toQuarantinedLeadViews(
  rows: QuarantinedLead[],
  now: Date,
): Promise<QuarantinedLeadView[]> {
  const [t, { moment }] = [await getTranslations('Webhooks'), await getFormats()];
  return rows.map((row) => ({
    id: row.digest.slice(0, ROW_ID_CHARACTERS),
    leadId: stripControlCharacters(row.leadId),
    reason: t('quarantinedLeadsReason', {
      kind: kindOf(row.reason),
      code: stripControlCharacters(row.reason),
    }),
    times: t('times', { count: row.count }),
    first: moment(row.firstAt.toISOString(), now),
    last: moment(row.lastAt.toISOString(), now),
    canRecheck:
      row.leadId.length <= MAX_RECHECKED_LENGTH && stripControlCharacters(row.leadId) === row.leadId,
  }));
}

/** Leads about which the portal contradicts itself, with what to do. */
export async function toConflictViews(rows: LeadConflict[], now: Date): Promise<ConflictView[]> {
  const [t, { moment }] = [await getTranslations('Webhooks'), await getFormats()];
  return rows.map(({ leadId, kind, name, foundAt }, index) => ({
    id: String(index),
    kind,
    posted: leadId,
    leadId: stripControlCharacters(leadId),
    name: stripControlCharacters(name) || t('conflictNameless'),
    what: t('conflictWhat', { kind }),
    advice: t('conflictAdvice', { kind }),
    found: moment(foundAt.toISOString(), now),
  }));
}

/** Enough to distinguish rows. */
const ROW_ID_CHARACTERS = 16;
/** The form cannot post a longer number. */
const MAX_RECHECKED_LENGTH = 200;

/** PostgreSQL's class of the error, if it has a text. */
function kindOf(reason: string): 'long' | 'value' | 'program' | 'other' {
  if (/^54...$/.test(reason)) return 'long';
  if (/^22...$/.test(reason)) return 'value';
  return /Error$/.test(reason) ? 'program' : 'other';
}
