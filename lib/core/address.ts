import { isStorable } from './text';

/** The query values of an address: empty ones are left out, so that each page has one address. */
export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** A path with its query, in the given order, without values that are '' or undefined. Browser-safe. */
export function queryAddress(path: string, values: QueryValues): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  return params.size === 0 ? path : `${path}?${params}`;
}

/** The address of one page of a list; the first has no number. */
export function pageAddress(path: string, values: QueryValues, page: number): string {
  return queryAddress(path, { ...values, page: page > 1 ? page : undefined });
}

/** The form that corrects a rejected submission. A page of its own: it is no new lead. */
export const correctionAddress = (from: string): string => queryAddress('/leads/new/correct', { from });

/** The address of a lead's page for admins. */
export const adminLeadAddress = (id: string): string => `/admin/leads/${encodeURIComponent(id)}`;

/** The address of an agent's page; `corrected` right after their owner was corrected. */
export function agentAddress({
  organizationId,
  agentId,
  corrected,
}: {
  organizationId: string;
  agentId: string;
  corrected?: boolean;
}): string {
  const values = { organization: organizationId, agent: agentId, corrected: corrected ? 'yes' : undefined };
  return queryAddress('/admin/people/agent', values);
}

/**
 * The value of a dynamic segment: Next gives it to a page as it stands in the address, percent-encoded. A segment that
 * can't be decoded, or names what no database can store, stays as it is.
 */
export function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    return isStorable(text) ? text : segment;
  } catch {
    return segment;
  }
}

/** The query of an address, as Next gives it to a page. */
export type SearchParams = Record<string, string | string[] | undefined>;

/** The values of a query; of a repeated parameter the first counts. */
export function firstOf(params: SearchParams): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
}
