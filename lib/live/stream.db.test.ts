import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { singleton } from '@/lib/core/singleton';
import { type Database, notify } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, silentLog } from '@/tests/support/rows';
import { hub } from './hub';
import { publishChange, toLiveMessage } from './message';
import { mayStream, openStream } from './stream';

let database: Database;
let ada: Viewer;
let ben: Viewer;
let mia: Viewer;
let eve: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  // The process's shared database: the hub listens on it.
  singleton('database', () => Promise.resolve(database));
  singleton('log', () => silentLog);
  ada = await addViewer(database.db);
  const { organizationId } = ada.membership;
  ben = await addViewer(database.db, { organizationId });
  mia = await addViewer(database.db, { organizationId, role: 'manager' });
  eve = await addViewer(database.db, { agentId: ada.membership.agentId, role: 'manager' });
});
afterAll(async () => {
  await (await hub()).close();
  await database.close();
});

const quietly = (viewer: Viewer, since?: number) => ({
  viewer,
  since,
  isStillAllowed: async () => true,
  random: () => 0.5,
});

/** A browser's stream: `next` returns the next event as text. */
async function connect(
  viewer: Viewer,
  { since, signal = new AbortController().signal }: { since?: number; signal?: AbortSignal } = {},
) {
  const stream = await openStream({ ...quietly(viewer, since), signal });
  if (!stream) throw new Error('The hub is closed.');
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  async function next(): Promise<string | undefined> {
    while (!text.includes('\n\n')) {
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
    const end = text.indexOf('\n\n');
    const event = text.slice(0, end);
    text = text.slice(end + 2);
    return event;
  }
  return { next, cancel: () => reader.cancel() };
}

const changed = (viewer: Viewer, id: string) =>
  publishChange(database.db, { kind: 'lead', id, ...viewer.membership });
const change = (...leadIds: string[]) =>
  `event: change\ndata: ${JSON.stringify({ leadIds, submissionIds: [] })}`;

describe('a stream of changes', () => {
  it('begins with a resync if it is not known what changed since the page was read', async () => {
    for (const since of [undefined, performance.now() - 60_000, performance.now() + 60_000]) {
      const { next, cancel } = await connect(ada, { since });
      expect(await next()).toBe('retry: 2000\nevent: resync\ndata: {}');
      await cancel();
    }
  });

  it('begins with what changed since the page was read, and only what its viewer may see', async () => {
    await hub();
    const since = performance.now();
    const before = await connect(ada);
    await before.next();
    await database.db.transaction(async (tx) => {
      for (const viewer of [ben, ada])
        await publishChange(tx, { kind: 'lead', id: `of-${viewer.personId}`, ...viewer.membership });
    });
    await before.next();
    const { next, cancel } = await connect(ada, { since });
    expect(await next()).toBe('retry: 2000');
    expect(await next()).toBe(change(`of-${ada.personId}`));
    const later = await connect(ada, { since: performance.now() });
    expect(await later.next()).toBe('retry: 2000');
    await changed(ada, 'later');
    expect(await later.next(), 'nothing before').toBe(change('later'));
    await Promise.all([before.cancel(), cancel(), later.cancel()]);
  });

  it('sends a viewer changes they may see, and nothing else', async () => {
    const streams = await Promise.all([ada, ben, mia, eve].map((viewer) => connect(viewer)));
    for (const { next } of streams) await next();
    await database.db.transaction(async (tx) => {
      for (const viewer of [eve, ben, ada])
        await publishChange(tx, { kind: 'lead', id: `lead-of-${viewer.personId}`, ...viewer.membership });
    });
    const ids = [ada, ben, eve].map(({ personId }) => `lead-of-${personId}`);
    const [ofAda = '', ofBen = '', ofEve = ''] = ids;
    const messages = await Promise.all(streams.map(({ next }) => next()));
    expect(messages).toEqual([change(ofAda), change(ofBen), change(ofBen, ofAda), change(ofEve)]);
    await Promise.all(streams.map(({ cancel }) => cancel()));
  });

  it('sends nothing about a change that was rolled back', async () => {
    const { next, cancel } = await connect(ada);
    await next();
    const failing = database.db.transaction(async (tx) => {
      await publishChange(tx, { kind: 'lead', id: 'never', ...ada.membership });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await changed(ada, 'real');
    expect(await next()).toBe(change('real'));
    await cancel();
  });

  it('ignores payloads that are not messages', async () => {
    const { next, cancel } = await connect(ada);
    await next();
    for (const payload of ['', 'jobs', '{', 'null', '[]', '{"kind":"lead"}'])
      await notify(database.db, payload);
    await changed(ada, 'after');
    expect(await next()).toBe(change('after'));
    await cancel();
  });

  it('keeps an id on one line, whatever it contains', async () => {
    const { next, cancel } = await connect(ada);
    await next();
    await changed(ada, 'a\n\ndata: b\r\u2028');
    expect((await next())?.split('\n')).toHaveLength(2);
    await cancel();
  });

  it('is limited to six per person, and available again when one is closed', async () => {
    const aborter = new AbortController();
    const streams = await Promise.all(Array.from({ length: 5 }, () => connect(ben)));
    await connect(ben, { signal: aborter.signal });
    expect(mayStream(ben)).toBe(false);
    expect(mayStream(ada)).toBe(true);
    aborter.abort();
    expect(mayStream(ben)).toBe(true);
    for (const { cancel } of streams)
      await expect(cancel(), 'the browser disconnects').resolves.toBeUndefined();
  });

  it('that was aborted before it began does not count towards the six', async () => {
    const aborted = AbortSignal.abort();
    for (let times = 0; times < 12; times += 1)
      expect(await openStream({ ...quietly(ben), signal: aborted })).toBeUndefined();
    expect(mayStream(ben)).toBe(true);
    const aborter = new AbortController();
    const opening = openStream({ ...quietly(ben), signal: aborter.signal });
    aborter.abort();
    expect(await opening, 'aborted while it was being opened').toBeUndefined();
  });

  it('disconnects a reader that reads nothing', async () => {
    const streams = await Promise.all(Array.from({ length: 6 }, () => connect(eve)));
    expect(mayStream(eve)).toBe(false);
    // A dozen of these exceed 64 KiB for each.
    await vi.waitFor(
      async () => {
        await changed(eve, `${newId('membership')}${'x'.repeat(5_000)}`);
        expect(mayStream(eve)).toBe(true);
      },
      { timeout: 10_000, interval: 20 },
    );
    for (const { cancel } of streams) await cancel();
  });

  it('ends with the process, and spreads the times of reconnection', async () => {
    const { next } = await connect(mia);
    await next();
    await (await hub()).close();
    expect(await next()).toBe('retry: 4000');
    expect(await next()).toBeUndefined();
    const { signal } = new AbortController();
    expect(await openStream({ ...quietly(mia), signal })).toBeUndefined();
  });
});

it('a message contains ids only, however much is passed in', () => {
  expect(toLiveMessage('{"kind":"lead","id":"1","organizationId":"2","agentId":"3","email":"x"}')).toEqual({
    kind: 'lead',
    id: '1',
    organizationId: '2',
    agentId: '3',
  });
});
