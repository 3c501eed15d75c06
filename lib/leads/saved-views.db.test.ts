import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { DEFAULT_LEADS_QUERY, type LeadsQuery } from '@/lib/core/leads-query';
import type { Database } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { savedViews } from '@/lib/db/schema/views';
import { freshDatabase } from '@/tests/support/database';
import { addManagerWithAgents, addViewer } from '@/tests/support/rows';
import { changeView, deleteView, listViews, MAX_VIEWS, saveView } from './saved-views';

const now = new Date('2026-03-02T09:00:00Z');
const won: LeadsQuery = { ...DEFAULT_LEADS_QUERY, status: 'won', sort: 'value' };

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

type Saved = { name?: string; query?: LeadsQuery; isShared?: boolean; replaces?: boolean };
const save = (viewer: Viewer, task: Saved = {}) =>
  saveView(database.db, viewer, { name: 'Won', query: won, isShared: false, replaces: false, now, ...task });
const namesOf = async (viewer: Viewer) => (await listViews(database.db, viewer)).map(({ name }) => name);
async function idOf(viewer: Viewer, name: string): Promise<string> {
  const view = (await listViews(database.db, viewer)).find((one) => one.name === name);
  if (!view) throw new Error(`There is no view ${name}.`);
  return view.id;
}

describe('own views', () => {
  it('keep filters and order, not the page, and are only their person’s', async () => {
    const { many, few, manager } = await addManagerWithAgents(database.db);
    expect(await save(many, { query: { ...won, page: 4, size: 100, after: 'xyz' } })).toBe('done');
    expect(await listViews(database.db, many)).toMatchObject([{ name: 'Won', query: won, mayChange: true }]);
    expect(await namesOf(few)).toEqual([]);
    expect(await namesOf(manager)).toEqual([]);
    const id = await idOf(many, 'Won');
    for (const other of [few, manager]) {
      expect(await changeView(database.db, other, { id, name: 'Mine', isShared: true })).toBe('gone');
      expect(await deleteView(database.db, other, id)).toBe(false);
    }
    expect(await deleteView(database.db, many, id)).toBe(true);
  });

  it('have a name once; the same name replaces only if told to', async () => {
    const agent = await addViewer(database.db);
    await save(agent);
    const lost = { ...won, status: 'lost' };
    expect(await save(agent, { query: lost })).toBe('taken');
    expect(await save(agent, { query: lost, replaces: true })).toBe('done');
    expect(await listViews(database.db, agent)).toMatchObject([{ query: lost }]);
    await save(agent, { name: 'Lost' });
    const id = await idOf(agent, 'Lost');
    expect(await changeView(database.db, agent, { id, name: 'Won', isShared: false })).toBe('taken');
    expect(await changeView(database.db, agent, { id, name: 'Gone', isShared: true })).toBe('done');
    expect(await listViews(database.db, agent)).toMatchObject([{ name: 'Gone', isShared: false }, {}]);
  });

  it('are few, also if many are saved at once', async () => {
    const agent = await addViewer(database.db);
    const names = [...Array(MAX_VIEWS + 3).keys()].map((number) => `View ${number}`);
    const outcomes = await Promise.all(names.map((name) => save(agent, { name })));
    expect(outcomes.filter((outcome) => outcome === 'ownFull')).toHaveLength(3);
    expect(await namesOf(agent)).toHaveLength(MAX_VIEWS);
  });

  it('belong to an organization, and go with their person', async () => {
    const agent = await addViewer(database.db);
    const elsewhere = { ...agent, membership: { ...agent.membership, organizationId: 'another' } };
    await save(agent);
    expect(await namesOf(elsewhere)).toEqual([]);
    expect(await deleteView(database.db, elsewhere, await idOf(agent, 'Won'))).toBe(false);
    await database.db.delete(people).where(eq(people.id, agent.personId));
    expect(
      await database.db.select().from(savedViews).where(eq(savedViews.personId, agent.personId)),
    ).toEqual([]);
  });
});

describe('shared views', () => {
  it('are shared by managers only, and seen by their organization only', async () => {
    const { manager, many } = await addManagerWithAgents(database.db);
    const stranger = await addViewer(database.db, { role: 'manager' });
    await save(many, { isShared: true, name: 'Not shared' });
    await save(manager, { isShared: true, name: 'Team' });
    expect(await listViews(database.db, many)).toMatchObject([
      { name: 'Not shared', isShared: false },
      { name: 'Team', isShared: true, isOwn: false, mayChange: false },
    ]);
    expect(await namesOf(manager)).toEqual(['Team']);
    expect(await namesOf(stranger)).toEqual([]);
    const id = await idOf(manager, 'Team');
    expect(await changeView(database.db, many, { id, name: 'Mine', isShared: false })).toBe('gone');
    expect(await deleteView(database.db, stranger, id)).toBe(false);
  });

  it('another manager may rename or delete, but not take back', async () => {
    const { manager } = await addManagerWithAgents(database.db);
    const { organizationId } = manager.membership;
    const colleague = await addViewer(database.db, { organizationId, role: 'manager' });
    await save(manager, { isShared: true, name: 'Team' });
    const id = await idOf(manager, 'Team');
    await changeView(database.db, colleague, { id, name: 'Ours', isShared: false });
    expect(await listViews(database.db, manager)).toMatchObject([{ name: 'Ours', isShared: true }]);
    await changeView(database.db, manager, { id, name: 'Ours', isShared: false });
    expect(await namesOf(colleague)).toEqual([]);
  });

  it('of one agent’s leads are for managers and that agent', async () => {
    const { manager, many, few } = await addManagerWithAgents(database.db);
    const query = { ...won, agent: many.membership.agentId };
    await save(manager, { isShared: true, query });
    expect(await listViews(database.db, manager)).toMatchObject([{ query }]);
    expect(await listViews(database.db, many)).toMatchObject([{ query: won }]);
    expect(await listViews(database.db, few)).toEqual([]);
  });
});

it('a stored filter that means nothing any more is ignored', async () => {
  const agent = await addViewer(database.db);
  await save(agent);
  const params = { sort: 'moon', from: 'yesterday', status: 'won' };
  await database.db.update(savedViews).set({ params }).where(eq(savedViews.personId, agent.personId));
  expect(await listViews(database.db, agent)).toMatchObject([
    { query: { ...DEFAULT_LEADS_QUERY, status: 'won' } },
  ]);
});
