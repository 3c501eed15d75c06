import 'server-only';
import { asc, sql } from 'drizzle-orm';
import { z } from 'zod';
import { adminLeadAddress, firstOf, queryAddress, type SearchParams } from '@/lib/core/address';
import { DAY_ZONES, dayZoneOf, MAX_STATUS_LENGTH } from '@/lib/core/leads-query';
import { shortId } from '@/lib/core/short-id';
import { orderStatuses } from '@/lib/core/status-labels';
import { cutText, isStorable } from '@/lib/core/text';
import type { Db } from '@/lib/db/handle';
import { folded } from '@/lib/db/paging';
import { organizations } from '@/lib/db/schema/people';
import { toSpan } from '@/lib/forms/day-span';
import { isValueHidden } from '@/lib/lead-schema/hidden-value';
import { findValueCurrency } from '@/lib/lead-schema/schema';
import { getStoredStatusOverrides } from '@/lib/lead-schema/status-settings';
import { listAgentLabels } from '@/lib/leads/agent-label';
import { type AnyLead, countAllLeads, listAllLeads } from '@/lib/leads/all-leads';
import type { Count } from '@/lib/leads/matching';
import { waitingSchema } from '@/lib/leads/parse-query';
import { listUsedStatuses } from '@/lib/leads/statuses-of';
import { waitingBefore } from '@/lib/response-times/waiting';
import { daySchema } from '../day-in-address';

/** The orders to choose besides the usual one: the newest first, or of those that wait the longest. */
export const VALUE_ORDERS = ['highest', 'lowest'] as const;
/** Of more, the first by name are offered; an address may name any. */
const MAX_ORGANIZATIONS = 500;
const MAX_SEARCH_LENGTH = 200;
const MAX_ID_LENGTH = 200;

const text = (longest: number) => z.string().trim().max(longest).refine(isStorable).catch('');

const querySchema = z.object({
  q: z
    .string()
    .transform((value) => cutText(value.trim(), MAX_SEARCH_LENGTH))
    .refine(isStorable)
    .catch(''),
  organization: text(MAX_ID_LENGTH),
  agent: text(MAX_ID_LENGTH),
  status: text(MAX_STATUS_LENGTH),
  waiting: waitingSchema,
  from: daySchema,
  to: daySchema,
  days: z.enum(DAY_ZONES).catch(''),
  order: z.enum(VALUE_ORDERS).optional().catch(undefined),
  after: z
    .string()
    .max(4_000)
    .regex(/^[\w-]+$/)
    .optional()
    .catch(undefined),
});

/** The filter of the list, as in its address. */
export type AdminLeadsFilter = Omit<z.infer<typeof querySchema>, 'after'>;

/** Addresses are typed, shared and cut off: invalid values fall back to everything. */
export function parseAdminLeadsQuery(params: SearchParams): z.infer<typeof querySchema> {
  const query = querySchema.parse(firstOf(params));
  return { ...query, days: dayZoneOf(query) };
}

/** The address of a page of the list. */
export function adminLeadsHref(filter: AdminLeadsFilter, after?: string): string {
  return withQuery('/admin/leads', filter, after);
}

/** The address of a lead that knows the page of the list that it was opened from. */
export function adminLeadHref(id: string, filter: AdminLeadsFilter, after?: string): string {
  return withQuery(adminLeadAddress(id), filter, after);
}

function withQuery(path: string, filter: AdminLeadsFilter, after: string | undefined): string {
  const { q, organization, agent, status, waiting, from, to, days, order } = filter;
  return queryAddress(path, { q, organization, agent, status, waiting, from, to, days, order, after });
}

export type AdminLeadsPage = {
  rows: AnyLead[];
  next?: string;
  /** Of all pages. */
  total: Count;
  organizations: { id: string; name: string }[];
  /** The agent filtered by, if the desk knows a name. */
  agents: { id: string; name: string }[];
  /** Those that any lead has, in the order of the pipeline. */
  statuses: { status: string }[];
  /** Admins hide the field: then no list shows it. */
  hidesValue: boolean;
  currency?: string;
};

/** One page of the leads of all organizations, with what to filter by; for admins only. */
export async function getAdminLeadsPage(
  db: Db,
  { waiting, after, order, ...filter }: AdminLeadsFilter & { after?: string },
  { timeZone, now }: { timeZone: string; now: Date },
): Promise<AdminLeadsPage> {
  const query = { ...filter, ...toSpan(filter, timeZone), waitingBefore: waitingBefore(waiting, now), after };
  const hidesValue = await isValueHidden(db);
  const byValue = hidesValue ? undefined : order && ({ highest: 'desc', lowest: 'asc' } as const)[order];
  const [list, total, choices, found, used, overrides, currency] = await Promise.all([
    listAllLeads(db, { ...query, byValue }),
    countAllLeads(db, query),
    listOrganizations(db),
    findAgent(db, filter),
    listUsedStatuses(db),
    getStoredStatusOverrides(db),
    findValueCurrency(db),
  ]);
  const statuses = orderStatuses(
    used.map((status) => ({ status })),
    overrides,
  );
  return { ...list, total, organizations: choices, agents: found, statuses, hidesValue, currency };
}

async function findAgent(
  db: Db,
  { organization, agent }: Pick<AdminLeadsFilter, 'organization' | 'agent'>,
): Promise<AdminLeadsPage['agents']> {
  if (agent === '' || organization === '') return [];
  return listAgentLabels(db, { organizationId: organization, agentId: agent });
}

async function listOrganizations(db: Db): Promise<AdminLeadsPage['organizations']> {
  const rows = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .orderBy(asc(folded(sql`coalesce(${organizations.name}, ${organizations.id})`)), asc(organizations.id))
    .limit(MAX_ORGANIZATIONS);
  return rows.map(({ id, name }) => ({ id, name: name ?? shortId(id) }));
}
