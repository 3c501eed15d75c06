import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { serviceSharedState } from '@/lib/db/schema/connection';
import { NOTHING_KNOWN, type SharedState } from '@/lib/service/rate/shared-state';
import { freshDatabase } from '@/tests/support/database';
import { sharedStateStore } from './shared-state-store';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const storeOf = (name: string) => sharedStateStore({ db: open.db, name });

/** The class is closed a millisecond longer. */
const longer = ({ closedUntil, ...state }: SharedState): SharedState => ({
  ...state,
  closedUntil: { ...closedUntil, fullSync: closedUntil.fullSync + 1 },
});
const closedUntilOf = ({ closedUntil }: SharedState) => closedUntil.fullSync;

it('no change by several processes at the same time is lost', async () => {
  const stores = Array.from({ length: 4 }, () => storeOf('together'));
  const changes = stores.flatMap((store) => Array.from({ length: 8 }, () => store.change(longer)));
  const seen = (await Promise.all(changes)).map(({ before }) => closedUntilOf(before));
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 32 }, (_, count) => count));
  expect(closedUntilOf(await storeOf('together').read())).toBe(32);
});

it('nothing is known at first, nor of what another version of the desk wrote', async () => {
  const store = storeOf('versions');
  expect(await store.read()).toEqual(NOTHING_KNOWN);
  await store.change(longer);
  await open.db
    .update(serviceSharedState)
    .set({ state: { closedUntil: 'later' } })
    .where(eq(serviceSharedState.name, 'versions'));
  expect(await store.read()).toEqual(NOTHING_KNOWN);
  await store.change(longer);
  expect(closedUntilOf(await store.read())).toBe(1);
});

it('what is known about one key is separate from another’s', async () => {
  await storeOf('one').change(longer);
  expect(await storeOf('other').read()).toEqual(NOTHING_KNOWN);
});

it('a change that fails changes nothing, and the next one works', async () => {
  const store = storeOf('failure');
  const broken = () => {
    throw new Error('no');
  };
  await expect(store.change(broken)).rejects.toThrow('no');
  await store.change(longer);
  expect(closedUntilOf(await store.read())).toBe(1);
});
