import 'server-only';
import { and, asc, count, eq, ne, or, type SQL } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { folded } from '@/lib/db/paging';
import { people } from '@/lib/db/schema/people';
import { savedViews } from '@/lib/db/schema/views';
import type { SavedView } from './list-view';
import { parseLeadsQuery } from './parse-query';

/**
 * Saved views: names for filters of the list. A person has their own, for their present organization; those that are
 * shared are the organization's: everyone in it has them, and its managers change them.
 */

type Owner = Pick<Viewer, 'personId' | 'membership'>;

/** At most this many own views of a person, and shared ones of an organization. */
export const MAX_VIEWS = 20;

/** The page and its size are not part of a view. */
const KEPT = ['q', 'show', 'status', 'agent', 'waiting', 'from', 'to', 'days', 'sort', 'dir'] as const;

/** What became of a change. `gone`: there is no such view, or it is not theirs to change. */
export type ViewOutcome = 'done' | 'taken' | 'ownFull' | 'sharedFull' | 'gone';

/** The views this person has: their own, then the shared ones that show an agent more than nothing. */
export async function listViews(db: Db, viewer: Owner): Promise<SavedView[]> {
  const { organizationId } = viewer.membership;
  const rows = await db
    .select({ view: savedViews, ownerName: people.name })
    .from(savedViews)
    .innerJoin(people, eq(people.id, savedViews.personId))
    .where(
      and(
        eq(savedViews.organizationId, organizationId),
        or(savedViews.isShared, eq(savedViews.personId, viewer.personId)),
      ),
    )
    .orderBy(asc(savedViews.isShared), folded(savedViews.name), savedViews.id)
    .limit(2 * MAX_VIEWS);
  return rows.flatMap(({ view, ownerName }) => {
    const query = queryFor(viewer, view);
    const { id, name, isShared, personId } = view;
    const isOwn = personId === viewer.personId;
    return query
      ? [{ id, name, query, isShared, isOwn, ownerName, mayChange: isShared ? isManager(viewer) : isOwn }]
      : [];
  });
}

/** The view's filters as they apply to this person; undefined for a shared view of another agent's leads. */
function queryFor({ membership }: Owner, { params, isShared }: typeof savedViews.$inferSelect) {
  const query = parseLeadsQuery(params);
  if (membership.role === 'manager' || query.agent === '') return query;
  if (query.agent === membership.agentId) return { ...query, agent: '' };
  return isShared ? undefined : query;
}

const isManager = ({ membership }: Owner) => membership.role === 'manager';

function toParams(query: LeadsQuery): Record<string, string> {
  return Object.fromEntries(
    KEPT.flatMap((name) => (query[name] === DEFAULT_LEADS_QUERY[name] ? [] : [[name, query[name]]])),
  );
}

/** Saves filters under a name. A view with that name is replaced only if `replaces`. Only managers share. */
export function saveView(
  db: Db,
  viewer: Owner,
  task: { name: string; query: LeadsQuery; isShared: boolean; replaces: boolean; now: Date },
): Promise<ViewOutcome> {
  const { name, query, replaces, now } = task;
  const isShared = task.isShared && isManager(viewer);
  const params = toParams(query);
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.savedViews);
    const owned = among(viewer, isShared);
    const [same] = await tx
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(and(owned, eq(savedViews.name, name)));
    if (same && !replaces) return 'taken';
    if (same) {
      await tx.update(savedViews).set({ params }).where(eq(savedViews.id, same.id));
      return 'done';
    }
    if (await isFull(tx, owned)) return isShared ? 'sharedFull' : 'ownFull';
    const { personId, membership } = viewer;
    const row = { personId, organizationId: membership.organizationId, name, params, isShared };
    await tx.insert(savedViews).values({ id: newId('view'), ...row, createdAt: now });
    return 'done';
  });
}

/** Renames a view. Whoever saved it as a manager also shares it, or ends that; `isShared` of others stays. */
export function changeView(
  db: Db,
  viewer: Owner,
  { id, name, ...task }: { id: string; name: string; isShared: boolean },
): Promise<ViewOutcome> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.savedViews);
    const [view] = await tx.select().from(savedViews).where(changeable(viewer, id));
    if (!view) return 'gone';
    const isTheirs = view.personId === viewer.personId && isManager(viewer);
    const isShared = isTheirs ? task.isShared : view.isShared;
    const others = and(among(viewer, isShared), ne(savedViews.id, id));
    const [same] = await tx
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(and(others, eq(savedViews.name, name)));
    if (same) return 'taken';
    if (await isFull(tx, others)) return isShared ? 'sharedFull' : 'ownFull';
    await tx.update(savedViews).set({ name, isShared }).where(eq(savedViews.id, id));
    return 'done';
  });
}

/** False if there was none that this person may delete. */
export async function deleteView(db: Db, viewer: Owner, id: string): Promise<boolean> {
  const gone = await db.delete(savedViews).where(changeable(viewer, id)).returning({ id: savedViews.id });
  return gone.length > 0;
}

/** The view with this id, if this person may change it: their own, and as a manager those of the organization. */
function changeable(viewer: Owner, id: string): SQL | undefined {
  const shared = isManager(viewer) ? among(viewer, true) : undefined;
  return and(eq(savedViews.id, id), shared ? or(among(viewer, false), shared) : among(viewer, false));
}

/** The person's own views, or those of their organization: names and numbers count in each by itself. */
function among({ personId, membership }: Owner, isShared: boolean): SQL | undefined {
  return and(
    eq(savedViews.organizationId, membership.organizationId),
    eq(savedViews.isShared, isShared),
    isShared ? undefined : eq(savedViews.personId, personId),
  );
}

async function isFull(tx: Db, owned: SQL | undefined): Promise<boolean> {
  const [row] = await tx.select({ count: count() }).from(savedViews).where(owned);
  return (row?.count ?? 0) >= MAX_VIEWS;
}
