import 'server-only';
import type { Viewer } from '@/lib/auth/viewer';
import type { Db } from '@/lib/db/handle';
import { getStatusOverrides } from '@/lib/lead-schema/status-settings';
import { countByStatus, listAgents } from '@/lib/leads/list';
import type { LeadsPage } from '@/lib/leads/list-view';
import { listViews } from '@/lib/leads/saved-views';

/** The views of this person, and what is needed to say in words what they show. */
export async function getViewsPage(
  db: Db,
  viewer: Viewer,
  locale: string,
): Promise<Pick<LeadsPage, 'views' | 'statuses' | 'agents' | 'statusOverrides'>> {
  const [views, statuses, agents, statusOverrides] = await Promise.all([
    listViews(db, viewer),
    countByStatus(db, viewer),
    listAgents(db, viewer),
    getStatusOverrides(db, locale),
  ]);
  return { views, statuses, agents, statusOverrides };
}
