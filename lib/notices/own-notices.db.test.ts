import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database, Db } from '@/lib/db/handle';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import { notices } from '@/lib/db/schema/notices';
import { agents, organizations, people } from '@/lib/db/schema/people';
import { changeSending } from '@/lib/imports/start-sending';
import { purgeOld } from '@/lib/maintenance/purge';
import { mapPerson, unmapPerson } from '@/lib/people/membership';
import { notifyOfImport } from '@/lib/timeline/notify';
import { freshDatabase } from '@/tests/support/database';
import { addViewer } from '@/tests/support/rows';
import { listNotices } from './list-notices';
import { getUnread, markAllRead, markRead } from './notices';
import { warnOfDrafts } from './warn-of-drafts';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

let viewer: Viewer;
let manager: Viewer;
beforeEach(async () => {
  viewer = await addViewer(database.db);
  const { organizationId } = viewer.membership;
  manager = await addViewer(database.db, { organizationId, role: 'manager' });
});

const unread = (one: Viewer) => getUnread(database.db, one);
const rowsOf = async (one: Viewer) => (await listNotices(database.db, one)).rows;
const ownerOf = ({ personId, membership: { organizationId, agentId } }: Viewer) => ({
  personId,
  organizationId,
  agentId,
});

const mappingOf = ({ membership: { organizationId, agentId, role } }: Viewer) => ({
  organizationId,
  agentId,
  role,
});

describe('an import', () => {
  async function addImport(): Promise<string> {
    const id = newId('import');
    const at = { createdAt: new Date(), updatedAt: new Date() };
    const stored = { id, ...ownerOf(viewer), fileName: 'leads.csv', state: 'sending', ...at } as const;
    await database.db.insert(imports).values(stored);
    const row = { importId: id, line: 2, cells: [] };
    await database.db.insert(importRows).values([
      { ...row, position: 0, state: 'wrong' },
      { ...row, position: 1, state: 'waiting' },
    ]);
    return id;
  }

  async function finish(id: string, db: Db = database.db): Promise<void> {
    await db.update(imports).set({ state: 'done' }).where(eq(imports.id, id));
    await notifyOfImport(db, id);
  }

  it('that ended is told to its person alone, with what became of its rows', async () => {
    const id = await addImport();
    await finish(id);
    expect(await unread(viewer)).toMatchObject({ count: 1, onLeads: 0 });
    expect(await rowsOf(viewer)).toMatchObject([
      {
        kind: 'import-finished',
        name: 'leads.csv',
        import: { id, endedBy: null, counts: { total: 2, waiting: 1, 'not-sent': 1, accepted: 0 } },
      },
    ]);
    expect((await unread(manager)).count).toBe(0);
    // Nor to an admin who sees the desk as them.
    expect(await getUnread(database.db, { ...viewer, viewedBy: 'admin' })).toMatchObject({ count: 0 });
    await markRead(database.db, viewer, { subject: { importId: id }, now: new Date() });
    expect((await unread(viewer)).count).toBe(0);
  });

  it('that ends again replaces what was told before', async () => {
    const id = await addImport();
    await finish(id);
    await finish(id);
    expect(await rowsOf(viewer)).toHaveLength(1);
  });

  it('that its person stopped is not told', async () => {
    const id = await addImport();
    await changeSending(database.db, viewer, { id, command: 'stop', now: new Date() });
    expect((await unread(viewer)).count).toBe(0);
  });

  it('is not read by who reads what is new about their leads', async () => {
    await finish(await addImport());
    const upTo = Number.MAX_SAFE_INTEGER;
    await markAllRead(database.db, viewer, { upTo, onLeads: true, now: new Date() });
    expect((await unread(viewer)).count).toBe(1);
    await markAllRead(database.db, viewer, { upTo, now: new Date() });
    expect((await unread(viewer)).count).toBe(0);
  });
});

describe('a draft', () => {
  const NOW = new Date('2026-06-01T12:00:00Z');
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3_600_000);
  const warn = (now = NOW) => warnOfDrafts(database.db, { retainedFor: 30, now });

  async function addDraft(days: number): Promise<string> {
    const id = newId('draft');
    await database.db.insert(drafts).values({
      id,
      ...ownerOf(viewer),
      schemaVersion: '',
      locale: 'en',
      timeZone: 'UTC',
      revision: '1',
      fields: [['lastName', 'text', 'Berg']],
      createdAt: daysAgo(100),
      updatedAt: daysAgo(days),
    });
    return id;
  }

  it('is told to its person alone, once, some days before it is deleted', async () => {
    await addDraft(25);
    await addDraft(27);
    await addDraft(31);
    await Promise.all([warn(), warn()]);
    await warn();
    expect(await unread(viewer)).toMatchObject({ count: 1, onLeads: 0, drafts: 1 });
    expect(await rowsOf(viewer)).toMatchObject([{ kind: 'draft-expires', name: 'Berg' }]);
    expect((await unread(manager)).count).toBe(0);
    expect((await getUnread(database.db, { ...viewer, viewedBy: 'admin' })).count).toBe(0);
  });

  it('that is saved meanwhile is told again before its new end', async () => {
    const id = await addDraft(27);
    await warn();
    const saved = new Date(NOW.getTime() + 3_600_000);
    await database.db.update(drafts).set({ updatedAt: saved }).where(eq(drafts.id, id));
    expect((await unread(viewer)).count).toBe(0);
    await warn(daysAgo(-1));
    expect((await unread(viewer)).count).toBe(0);
    await warn(daysAgo(-27));
    expect((await unread(viewer)).count).toBe(1);
  });

  it('that a colleague has got is told to them before its new end, and is not deleted before', async () => {
    const id = await addDraft(31);
    await database.db
      .update(drafts)
      .set({ transferredAt: daysAgo(1) })
      .where(eq(drafts.id, id));
    await warn();
    expect((await unread(viewer)).count).toBe(0);
    await purgeOld(database.db, { clock: () => daysAgo(-30) });
    expect(await database.db.$count(drafts, eq(drafts.id, id))).toBe(1);
    await warn(daysAgo(-27));
    const [notice] = await rowsOf(viewer);
    expect(notice).toMatchObject({ kind: 'draft-expires', draft: { expiresAt: daysAgo(-59).toISOString() } });
    await purgeOld(database.db, { clock: () => daysAgo(-60) });
    expect(await database.db.$count(drafts, eq(drafts.id, id))).toBe(0);
  });

  it('that is deleted is told no more, nor one of a former organization', async () => {
    const [gone, former] = [await addDraft(27), await addDraft(27)];
    await warn();
    await database.db.delete(drafts).where(eq(drafts.id, gone));
    expect(await database.db.$count(notices, eq(notices.draftId, gone))).toBe(0);
    const { organizationId } = (await addViewer(database.db)).membership;
    await database.db.update(drafts).set({ organizationId }).where(eq(drafts.id, former));
    expect((await unread(viewer)).count).toBe(0);
  });
});

describe('a membership', () => {
  beforeEach(async () => {
    await database.db.update(people).set({ lastSignInAt: new Date() });
  });

  it('that changed is told with the names of that moment', async () => {
    const { db } = database;
    const { personId, membership } = viewer;
    const by = { personId: manager.personId, email: 'admin@vendor.example' };
    const isOrganization = eq(organizations.id, membership.organizationId);
    await db.update(organizations).set({ name: 'Harbour' }).where(isOrganization);
    await db.update(agents).set({ name: 'Maya' }).where(eq(agents.id, membership.agentId));
    const [agent, promoted] = [mappingOf(viewer), { ...mappingOf(viewer), role: 'manager' as const }];
    const task = { by, personId, now: new Date() };
    await mapPerson(db, { ...task, seen: agent, to: promoted, sharing: 'allowed' });
    // Nothing changes.
    await mapPerson(db, { ...task, seen: promoted, to: promoted, sharing: 'allowed' });
    await unmapPerson(db, { ...task, seen: promoted });
    await db.update(organizations).set({ name: 'None of their business' }).where(isOrganization);
    const then = { organization: 'Harbour', agent: 'Maya' };
    const rows = await rowsOf({ ...viewer, membership: (await addViewer(db)).membership });
    expect(rows.map(({ access }) => access)).toMatchObject([
      { before: { ...then, role: 'manager' }, isCurrent: false },
      { before: { ...then, role: 'agent' }, after: { ...then, role: 'manager' }, isCurrent: false },
    ]);
    expect(rows[0]?.access?.after).toBeUndefined();
    expect((await unread(manager)).count).toBe(0);
  });

  it('is not told to who changed it themselves, nor to who was never here', async () => {
    const { db } = database;
    await db.update(people).set({ lastSignInAt: null }).where(eq(people.id, manager.personId));
    const by = { personId: viewer.personId, email: 'admin@vendor.example' };
    for (const one of [viewer, manager]) {
      await unmapPerson(db, { by, personId: one.personId, seen: mappingOf(one), now: new Date() });
      expect(await rowsOf(one)).toEqual([]);
    }
  });

  it('of a person who is deleted is told to nobody', async () => {
    const { personId } = await addViewer(database.db);
    await database.db.update(people).set({ lastSignInAt: new Date() });
    await database.db.delete(people).where(eq(people.id, personId));
    expect(await database.db.$count(notices, eq(notices.personId, personId))).toBe(0);
  });
});
