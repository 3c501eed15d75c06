import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { schemaState } from '@/lib/db/schema/connection';
import { readSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { freshDatabase } from '@/tests/support/database';
import { HEAD, importSteps, rowsOf } from '@/tests/support/imports';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { countRows } from './list-rows';

let database: Database;
let portal: TestPortal;
let service: ServiceClient;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  // Each with its own pace and circuit.
  service = portal.newClient();
  await readSchema(database.db, { service, now: new Date() });
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});

const { upload, choose, startPost, start, work, run, rowsIn, mine, confirm, formOf, storedOf } = importSteps(
  () => ({ database, service, viewer }),
);

async function checked(rows: number): Promise<string> {
  const id = await upload([HEAD, ...rowsOf(rows)]);
  await choose(id);
  return id;
}

const reword = (label: string) => portal.vendor('PATCH', '/fields/consent', { label });
const schemaReads = async () => (await portal.calls('schema')).length;
/** A time so long after the last read. */
async function afterRead(ms: number): Promise<Date> {
  const [state] = await database.db.select().from(schemaState);
  return new Date((state?.checkedAt.getTime() ?? 0) + ms);
}

describe('the form, when an import is sent', () => {
  it('is read at Send: nobody consents to words that they did not read', async () => {
    const id = await checked(2);
    const shown = await startPost(id);
    await reword('Agreed to have their data sold');
    expect(await run(id, shown)).toEqual({ kind: 'form-changed' });
    expect(await mine()).toEqual([]);
    expect(await start(id)).toEqual({ kind: 'form-changed' });
    expect(await run(id, { command: 'check' })).toEqual({ kind: 'next', step: 'check' });
    expect(await start(id)).toEqual({ kind: 'next', step: 'send' });
  });

  it('is the one whose columns were chosen: fields of another one have other keys', async () => {
    const id = await upload([HEAD, ...rowsOf(1)]);
    const { version } = (await formOf()).whole;
    await reword('Agreed to more');
    await readSchema(database.db, { service, now: new Date() });
    const chosen = { command: 'columns', 'column.0': 'f0' };
    expect(await run(id, { ...chosen, version })).toEqual({ kind: 'form-changed' });
    expect((await storedOf(id)).columns).toBeNull();
  });

  it('finds answers missing that the portal requires since the check', async () => {
    const id = await checked(2);
    const shown = await startPost(id);
    await portal.vendor('PATCH', '/fields/phone', { required: true });
    expect(await run(id, shown)).toEqual({ kind: 'form-changed' });
    await run(id, { command: 'check' });
    expect(await countRows(database.db, id)).toMatchObject({ wrong: 2, ready: 0 });
  });

  it('is read again while rows are sent, and the rest goes back to the person', async () => {
    const id = await checked(30);
    await start(id);
    expect(await work(id)).toMatchObject({ kind: 'repeat' });
    expect(await mine()).toHaveLength(20);
    await reword('Agreed to be called at night');
    await confirm();
    expect(await work(id, await afterRead(2_000))).toEqual({ kind: 'done' });
    expect(await mine()).toHaveLength(20);
    expect(await storedOf(id)).toMatchObject({ state: 'done', pausedBy: 'form', checkedBy: null });
    expect(await start(id)).toEqual({ kind: 'form-changed' });
    await run(id, { command: 'check' });
    expect((await formOf()).consents.fields.map(({ label }) => label)).toContain(
      'Agreed to be called at night',
    );
    expect(await start(id)).toEqual({ kind: 'next', step: 'send' });
    await work(id);
    expect(await mine()).toHaveLength(30);
  });

  it('is read before the first row after a long pause', async () => {
    const id = await checked(3);
    await start(id);
    await run(id, { command: 'pause' });
    await reword('Agreed to anything');
    await run(id, { command: 'continue' });
    expect(await work(id, await afterRead(3_600_000))).toEqual({ kind: 'done' });
    expect(await mine()).toEqual([]);
    expect(await storedOf(id)).toMatchObject({ pausedBy: 'form' });
  });

  it('is read once for many rows, and not without room or rows', async () => {
    const id = await checked(21);
    await start(id);
    const before = await schemaReads();
    // Send has read it just now.
    await work(id, await afterRead(500));
    expect(await schemaReads()).toBe(before);
    // There is no room.
    await work(id, await afterRead(60_000));
    expect(await schemaReads()).toBe(before);
    await confirm();
    await work(id, await afterRead(60_000));
    expect(await schemaReads()).toBe(before + 1);
    expect(await mine()).toHaveLength(21);
    // What is left to do is to end.
    await reword('Agreed to what comes later');
    await work(id, await afterRead(60_000));
    expect(await storedOf(id)).toMatchObject({ state: 'done', pausedBy: null });
  });

  it('is the one that was read last, if the service cannot be read', async () => {
    const id = await checked(3);
    await portal.vendor('PUT', '/faults', { down: true });
    service = portal.newClient();
    expect(await start(id)).toEqual({ kind: 'next', step: 'send' });
    expect(await work(id, await afterRead(60_000))).toEqual({ kind: 'done' });
    expect(await mine()).toHaveLength(3);
    expect((await rowsIn(id)).filter(({ state }) => state === 'stored')).toHaveLength(3);
  });
});
