import type { getTranslations } from 'next-intl/server';
import { WEBHOOK_TOPICS, type WebhookTopic } from '@/lib/service/webhook-topics';

const EVENTS = {
  'lead/create': 'create',
  'lead/update': 'update',
  'lead/delete': 'delete',
} as const satisfies Record<WebhookTopic, string>;

/** What a topic reports, in words; undefined for one that the desk does not use. */
export function eventWords(
  topic: string,
  t: Awaited<ReturnType<typeof getTranslations<'Webhooks'>>>,
): string | undefined {
  const known = WEBHOOK_TOPICS.find((one) => one === topic);
  return known && t(`event.${EVENTS[known]}`);
}
