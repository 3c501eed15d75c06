import 'server-only';
import type { ServiceClient } from '../../lib/service/client';
import type { LeadPage } from '../../lib/service/lead';
import { versionOf } from '../../lib/service/wire/canonical';

/** How a listing ended: 'complete' alone means that every lead was seen. */
export type ListEnd = 'complete' | 'repeated' | 'too-many-pages';

/**
 * Yields the pages of the lead list one by one. Stops before a page seen before, at a `next` seen before, and
 * after `maxPages`; the last page yielded lacks `next` only if the list was read to its end.
 *
 * @throws {ServiceError} as `listLeads` does
 */
export async function* listPages(
  client: Pick<ServiceClient, 'listLeads'>,
  { from, maxPages }: { from?: string; maxPages: number },
): AsyncGenerator<LeadPage, ListEnd> {
  const asked = new Set<string | undefined>();
  const seen = new Set<string>();
  let next = from;
  for (let count = 0; count < maxPages; count += 1) {
    asked.add(next);
    const page = await client.listLeads({ next });
    const content = versionOf(page.leads.map((lead) => lead.id));
    if (page.leads.length > 0 && seen.has(content)) return 'repeated';
    seen.add(content);
    yield page;
    if (page.next === undefined) return 'complete';
    if (asked.has(page.next)) return 'repeated';
    next = page.next;
  }
  return 'too-many-pages';
}
