import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Database } from '@/lib/db/handle';
import { serviceSharedState } from '@/lib/db/schema/connection';
import type { SharedState } from '@/lib/service/rate/shared-state';
import { freshDatabase } from '@/tests/support/database';
import { sharedStateStore } from './shared-state-store';

let open: Database;
beforeAll(async () => {
  open = await freshDatabase();
});
afterAll(() => open.close());

const stateOf = (name: string): SharedState<{ count: number }> => ({
  name,
  schema: z.object({ count: z.number() }),
});
const countUp = (state = { count: 0 }) => ({ state: { count: state.count + 1 }, result: state.count });

describe('a state that all processes share', () => {
  it('loses none of two hundred concurrent changes by several processes', async () => {
    const shared = stateOf('together');
    const stores = Array.from({ length: 4 }, () => sharedStateStore({ db: open.db, scope: 'desk' }));
    const steps = stores.flatMap((store) => Array.from({ length: 50 }, () => store.step(shared, countUp)));
    const seen = await Promise.all(steps);
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, count) => count));
    expect(await stores[0]?.read(shared)).toEqual({ count: 200 });
  });

  it('is unknown at first, and again if another version of the desk wrote an unreadable state', async () => {
    const store = sharedStateStore({ db: open.db, scope: 'desk' });
    const shared = stateOf('versions');
    expect(await store.read(shared)).toBeUndefined();
    await store.step(shared, countUp);
    await open.db
      .update(serviceSharedState)
      .set({ state: { count: 'many' } })
      .where(eq(serviceSharedState.name, 'desk.versions'));
    expect(await store.read(shared)).toBeUndefined();
    expect(await store.step(shared, countUp)).toBe(0);
    expect(await store.read(shared)).toEqual({ count: 1 });
  });

  it('is returned exactly as written, to the last digit', async () => {
    const store = sharedStateStore({ db: open.db, scope: 'desk' });
    const shared = stateOf('digits');
    for (const count of [0.1 + 0.2, 1e-7, -3.999999999999999, 1_767_225_600_123, 5e-324]) {
      await store.step(shared, () => ({ state: { count }, result: undefined }));
      expect(await store.read(shared)).toEqual({ count });
      await store.step(shared, countUp);
    }
  });

  it('of one key is separate from that of another', async () => {
    const shared = stateOf('scope');
    await sharedStateStore({ db: open.db, scope: 'one' }).step(shared, countUp);
    expect(await sharedStateStore({ db: open.db, scope: 'other' }).read(shared)).toBeUndefined();
  });

  it('continues after a change that failed', async () => {
    const store = sharedStateStore({ db: open.db, scope: 'desk' });
    const shared = stateOf('failure');
    const broken = () => {
      throw new Error('no');
    };
    await expect(store.step(shared, broken)).rejects.toThrow('no');
    expect(await store.step(shared, countUp)).toBe(0);
  });
});
