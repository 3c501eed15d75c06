import 'server-only';
import { z } from 'zod';
import { firstOf, queryAddress, type SearchParams } from '@/lib/core/address';
import { isStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { toSpan } from '@/lib/forms/day-span';
import { listConflicts } from '@/lib/leads/conflicts';
import { listQuarantinedLeads } from '@/lib/leads/quarantined-leads';
import { WEBHOOK_TOPICS } from '@/lib/service/webhook-topics';
import { findStopped } from '@/lib/sync/stopped';
import {
  type DeliveryPlace,
  type DeliveryQuery,
  listDeliveries,
  listQuarantined,
  OUTCOMES,
} from '@/lib/webhooks/list-deliveries';
import { listTopics } from '@/lib/webhooks/list-topics';
import { daySchema } from '../day-in-address';

const place = z
  .string()
  .regex(/^\d{1,14}-\d{1,15}$/)
  .transform((text) => text.split('-').map(Number))
  .transform(([lastAt = 0, id = 0]) => ({ lastAt: new Date(lastAt), id }))
  .optional()
  .catch(undefined);

const querySchema = z.object({
  topic: z.enum(['', ...WEBHOOK_TOPICS]).catch(''),
  outcome: z.enum(['', ...OUTCOMES]).catch(''),
  lead: z.string().trim().max(200).refine(isStorable).catch(''),
  from: daySchema,
  to: daySchema,
  after: place,
});

/** The query in the page's URL. */
export type WebhooksQuery = z.infer<typeof querySchema>;

/** URLs are typed, shared and truncated: invalid values fall back to everything. */
export function parseWebhooksQuery(params: SearchParams): WebhooksQuery {
  return querySchema.parse(firstOf(params));
}

function toDeliveryQuery(query: WebhooksQuery, timeZone: string): DeliveryQuery {
  const { topic, outcome, lead, after } = query;
  return {
    ...toSpan(query, timeZone),
    topic: topic || undefined,
    outcome: outcome || undefined,
    leadId: lead || undefined,
    after,
  };
}

/** The number of leads shown of each kind that needs attention; the rest is counted. */
const MAX_SHOWN = 50;

/** What the webhooks page shows. */
export type WebhooksPageData = Awaited<ReturnType<typeof getWebhooksPage>>;

/**
 * Reads all of the webhooks page; for admins only.
 *
 * @param timeZone of the person, for the days of the filter
 */
export async function getWebhooksPage(db: Db, query: WebhooksQuery, timeZone: string) {
  const [stopped, conflicts, quarantinedLeads, topics, deliveries, quarantined] = await Promise.all([
    findStopped(db),
    listConflicts(db, MAX_SHOWN),
    listQuarantinedLeads(db, MAX_SHOWN),
    listTopics(db),
    listDeliveries(db, toDeliveryQuery(query, timeZone)),
    listQuarantined(db),
  ]);
  const choices = { topics: WEBHOOK_TOPICS, outcomes: OUTCOMES };
  return { stopped, conflicts, quarantinedLeads, topics, deliveries, quarantined, choices };
}

/** The address of another page of the same list; without a cursor the first one. */
export function webhooksHref(query: WebhooksQuery, after?: DeliveryPlace): string {
  const { topic, outcome, lead, from, to } = query;
  const place = after && `${after.lastAt.getTime()}-${after.id}`;
  const address = queryAddress('/admin/webhooks', { topic, outcome, lead, from, to, after: place });
  return `${address}#deliveries`;
}
