import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { createServiceClient, type ServiceClient } from '@/lib/service/client';
import { DEMO } from '@/sandbox/demo';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { silentLog } from '@/tests/support/rows';
import { failure, serve } from '@/tests/support/service';
import { sharedStateStore } from './shared-state-store';
import { tokenStore } from './token-store';

/** Clients that share only a database, like several processes of a desk. */

let open: Database;
let portal: TestPortal;
beforeAll(async () => {
  open = await freshDatabase();
  portal = await openTestPortal({ seedLeads: 1 });
});
afterAll(async () => {
  await portal.close();
  await open.close();
});

/** What two processes share in the database; new for each test. */
function sharedStores() {
  const scope = newId('lease');
  const vault = createVault('a secret of this desk', 'service-token');
  return () => ({
    tokens: tokenStore({ database: open, vault, id: scope }),
    sharedState: sharedStateStore({ db: open.db, name: scope }),
  });
}

function clientOf(stores: ReturnType<typeof sharedStores>): ServiceClient {
  const config = { ...DEMO, baseUrl: portal.url, authUrl: portal.url };
  return createServiceClient({ config, ...stores(), log: silentLog });
}

type Logged = { seq: number; route: string; at: string };

/** Starts counting the reads of leads; returns a function that lists when they arrived, in milliseconds. */
async function watchReads(): Promise<() => Promise<number[]>> {
  const before = await portal.vendor<Logged[]>('GET', '/log');
  const last = before.at(-1)?.seq ?? 0;
  return async () => {
    const log = await portal.vendor<Logged[]>('GET', `/log?since=${last}`);
    return log.filter(({ route }) => route === 'read').map(({ at }) => Date.parse(at));
  };
}

/** The fault of the service for reads of leads while `work` runs. */
async function during<T>(
  fault: { errorRate: 1 } | { rateLimitedRate: 1 },
  work: () => Promise<T>,
): Promise<T> {
  await portal.vendor('PUT', '/faults', { ...fault, onlyRoutes: ['read'] });
  return work().finally(() => portal.vendor('PUT', '/faults', { errorRate: 0, rateLimitedRate: 0 }));
}

const settledAll = (calls: Promise<unknown>[]) => Promise.allSettled(calls);

describe('two processes', () => {
  it('and one that is started later wait when one of them is told to', async () => {
    const stores = sharedStores();
    const [one, other] = [clientOf(stores), clientOf(stores)];
    await other.readLead('none');
    const refused = await during({ rateLimitedRate: 1 }, () => failure(one.readLead('none')));
    expect(refused).toMatchObject({ kind: 'rate-limited', status: 429, retryAfterMs: 1_000 });
    const refusedAt = Date.now();
    const reads = await watchReads();
    await Promise.all([other, clientOf(stores)].map((client) => client.readLead('none')));
    for (const at of await reads()) expect(at - refusedAt).toBeGreaterThan(500);
  });

  it('and one that is started later pause for a service that failed five times for one of them', async () => {
    const stores = sharedStores();
    const [one, other] = [clientOf(stores), clientOf(stores)];
    await other.readLead('none');
    const reads = await watchReads();
    await during({ errorRate: 1 }, async () => {
      for (let read = 0; read < 5; read += 1)
        expect(await failure(one.readLead('none'))).toMatchObject({ kind: 'unavailable', reached: 'maybe' });
    });
    for (const client of [one, other, clientOf(stores)]) {
      const error = await failure(client.createLead({}));
      expect(error).toMatchObject({ kind: 'unavailable', step: 'desk', reached: 'no' });
    }
    expect(await reads()).toHaveLength(5);
  });

  it('request at most one token each, though each makes 200 calls before it has one', async () => {
    const service = await serve(({ path }) => (path === '/oauth/token' ? undefined : { body: { id: 'l1' } }));
    const stores = sharedStores();
    const clients = [stores(), stores()].map((shared) => service.client(shared));
    void settledAll(clients.flatMap((client) => Array.from({ length: 200 }, () => client.readLead('l1'))));
    await expect.poll(() => service.calls().length, { timeout: 10_000 }).toBeGreaterThan(2);
    expect(service.tokensAsked()).toBeLessThanOrEqual(2);
  });

  it('do not invalidate each other’s tokens at a service where each token ends the one before', async () => {
    let issued = 0;
    const service = await serve(({ path, headers }) => {
      if (path === '/oauth/token') {
        issued += 1;
        return { body: { access_token: `T${issued}`, expires_in: 300 } };
      }
      return headers.authorization === `Bearer T${issued}` ? { body: { id: 'l1' } } : { status: 401 };
    });
    const stores = sharedStores();
    const clients = [stores(), stores()].map((shared) => service.client(shared));
    const round = () => settledAll(clients.map((client) => client.readLead('l1')));
    for (let minute = 0; minute < 20; minute += 1) {
      const ends = await round();
      expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      await service.clock.advance(60_000);
    }
    // Four lifetimes of five minutes, each renewed half a minute before its end.
    expect(issued).toBeLessThanOrEqual(2 * 5);
  });
});
