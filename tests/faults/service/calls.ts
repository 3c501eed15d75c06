import { enqueueAll } from '@/lib/jobs/enqueue';
import { refreshWork } from '@/lib/sync/refresh';
import type { LogEntry, Route } from '@/sandbox/model';
import type { VendorLead } from '@/tests/support/vendor';
import type { Desk } from '../../support/desk/desk';
import { tablesOf } from '../submissions/clock';

/** The calls in the service's log after an entry, of one route if given. */
export async function callsSince(
  { vendor }: Desk,
  { since, route }: { since: number; route?: Route },
): Promise<LogEntry[]> {
  const calls = await vendor.readLog(since);
  return route ? calls.filter((call) => call.route === route) : calls;
}

/** Queues one read of each of these leads, all due at the same time. PostgreSQL only. */
export function askForReads(desk: Desk, leads: readonly Pick<VendorLead, 'id'>[]): Promise<void> {
  const now = new Date();
  const works = leads.map(({ id: leadId }) => refreshWork({ leadId, event: 'test', now }));
  return enqueueAll(tablesOf(desk), works);
}
