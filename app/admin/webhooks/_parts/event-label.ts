import type { getTranslations } from 'next-intl/server';
import { getOwn } from '@/lib/core/own';
import type { WebhookTopic } from '@/lib/service/webhook-topics';

const EVENTS = {
  'lead/create': 'create',
  'lead/update': 'update',
  'lead/delete': 'delete',
} as const satisfies Record<WebhookTopic, string>;

/** What a topic reports, in words; undefined for one that the desk does not use. */
export function eventLabel(
  topic: string,
  t: Awaited<ReturnType<typeof getTranslations<'Webhooks'>>>,
): string | undefined {
  const event = getOwn<(typeof EVENTS)[WebhookTopic]>(EVENTS, topic);
  return event && t(`event.${event}`);
}
