import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Formats } from '@/lib/core/formats';
import { stripControlCharacters } from '@/lib/core/text';
import type { DeliveryRow, Outcome } from '@/lib/webhooks/list-deliveries';
import { toError } from '../../_parts/error-labels';
import type { WebhooksQuery } from '../query';
import { eventLabel } from './event-label';
import type { DeliveryFilterView, DeliveryView } from './webhook-view';

type Translate = Awaited<ReturnType<typeof getTranslations<'Webhooks'>>>;
type ViewContext = { t: Translate; formats: Formats; now: Date };

const TONES = {
  read: 'good',
  gone: 'neutral',
  unknown: 'neutral',
  waiting: 'progress',
  failing: 'bad',
  ignored: 'neutral',
} as const satisfies Record<Outcome, DeliveryView['outcome']['tone']>;

/** Deliveries in words, each with the current state of its lead. */
export async function toDeliveryViews(rows: DeliveryRow[], now: Date): Promise<DeliveryView[]> {
  const context = { t: await getTranslations('Webhooks'), formats: await getFormats(), now };
  const tSubmissions = await getTranslations('Submissions');
  return rows.map((row) => ({
    id: String(row.id),
    received: context.formats.moment(row.lastAt.toISOString(), now),
    repeats: row.count > 1 ? context.t('repeated', { count: row.count }) : undefined,
    topic: stripControlCharacters(row.topic),
    event: eventLabel(row.topic, context.t),
    leadId: stripControlCharacters(row.leadId),
    leadName: row.leadName ? stripControlCharacters(row.leadName) : undefined,
    happened: happenedAt(row.timestamp, context),
    outcome: { tone: TONES[row.outcome], label: context.t(`outcome.${row.outcome}`) },
    detail: detailOf(row, context),
    error: row.outcome === 'failing' ? toError(row.lastError, tSubmissions) : undefined,
    // The shown number is what would be posted, so a number with hidden characters is excluded.
    canRecheck: row.outcome !== 'ignored' && stripControlCharacters(row.leadId) === row.leadId,
  }));
}

/** The service's own text if it is not a date. */
function happenedAt(timestamp: string, { formats }: ViewContext): string {
  const at = Date.parse(timestamp);
  const isDate = at > 0 && at < Date.parse('9999-01-01');
  return isDate ? formats.preciseMoment(new Date(at).toISOString()).text : stripControlCharacters(timestamp);
}

function detailOf(row: DeliveryRow, { t, formats }: ViewContext): string {
  const { outcome, readAt, deletedAt, requestedAt, nextTryAt, givenUpAt, lastError } = row;
  const clock = (at: Date | null) => (at ? formats.moment(at.toISOString()).text : '');
  const precise = (at: Date | null) => (at ? formats.preciseMoment(at.toISOString()).text : '');
  switch (outcome) {
    case 'read':
      return t('detail.read', { at: precise(readAt) });
    case 'gone':
      return t('detail.gone', { at: precise(deletedAt) });
    case 'unknown':
      return t('detail.unknown');
    case 'waiting':
      return lastError ? t('detail.again', { next: precise(nextTryAt) }) : t('detail.waiting');
    case 'failing':
      return givenUpAt
        ? t('detail.givenUp', { at: clock(givenUpAt) })
        : t('detail.failing', { since: clock(requestedAt), next: precise(nextTryAt) });
    case 'ignored':
      return t('detail.ignored');
  }
}

/** The current filters, with the options to choose from. */
export async function toFilterView(
  query: WebhooksQuery,
  choices: { topics: readonly string[]; outcomes: readonly Outcome[] },
): Promise<DeliveryFilterView> {
  const t = await getTranslations('Webhooks');
  const { topic, outcome, lead, from, to } = query;
  return {
    topic,
    outcome,
    lead,
    from,
    to,
    topics: choices.topics.map((value) => ({ value, label: eventLabel(value, t) ?? value })),
    outcomes: choices.outcomes.map((value) => ({ value, label: t(`outcome.${value}`) })),
    isFiltered: [topic, outcome, lead, from, to].some((value) => value !== ''),
  };
}
