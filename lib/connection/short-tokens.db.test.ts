import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { createServiceClient, type ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { DEMO } from '@/sandbox/demo';
import { type RunningSandbox, startSandbox } from '@/sandbox/server';
import type { Shape } from '@/sandbox/shape';
import { testClock } from '@/tests/support/clock';
import { freshDatabase } from '@/tests/support/database';
import { silentLog } from '@/tests/support/rows';
import { LEAD } from '@/tests/support/sandbox';
import { sharedStateStore } from './shared-state-store';
import { tokenStore } from './token-store';

/**
 * Two processes of a desk that share one token through the database, at services whose tokens live for
 * seconds.
 */

/** How many lifetimes the processes work for: tokens expire more than twice. */
const LIFETIMES = 3;
const SECOND_MS = 1_000;

let open: Database;
let sandbox: RunningSandbox;
const clock = testClock();
beforeAll(async () => {
  open = await freshDatabase();
  sandbox = await startSandbox({ port: 0, seedLeads: 0, now: clock.now });
});
afterAll(() => Promise.all([sandbox.close(), open.close()]));

async function vendor<T>(method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandbox.url}/console/api${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text || 'null');
}

/** Two clients that share only a database. The embedded one has one process: the same client twice. */
function twoProcesses(): [ServiceClient, ServiceClient] {
  const scope = newId('lease');
  const vault = createVault('a secret of this desk', 'service-token');
  const make = () =>
    createServiceClient({
      config: { ...DEMO, baseUrl: sandbox.url, authUrl: sandbox.url },
      tokens: tokenStore({ database: open, vault, id: scope }),
      sharedState: sharedStateStore({ db: open.db, name: scope }),
      log: silentLog,
      now: clock.now,
      wait: clock.wait,
    });
  const one = make();
  return [one, inject('testDatabase').engine === 'postgres' ? make() : one];
}

type Logged = { seq: number; route: string; status: number };

/** The requests to the sandbox while `work` runs. */
async function logged(work: () => Promise<void>): Promise<Logged[]> {
  const before = await vendor<Logged[]>('GET', '/log');
  await work();
  return vendor<Logged[]>('GET', `/log?since=${before.at(-1)?.seq ?? 0}`);
}

async function endOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof ServiceError) return `${error.kind} ${error.status ?? error.step}`;
    throw error;
  }
}

/** Every second one process reads and the other creates; returns the results. */
async function workFor(clients: [ServiceClient, ServiceClient], { seconds }: { seconds: number }) {
  const ends: string[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const [one, other] = second % 2 === 0 ? clients : clients.toReversed();
    const read = endOf(one?.readSchema() ?? Promise.reject());
    const create = endOf(other?.createLead({ ...LEAD, lastName: `Short ${second}` }) ?? Promise.reject());
    ends.push(...(await Promise.all([read, create])));
    await clock.advance(SECOND_MS);
  }
  return ends;
}

const STATED: Partial<Shape>[] = [
  { expiresIn: 'number', tokenForm: 'opaque' },
  { expiresIn: 'absent', tokenForm: 'jwt' },
];
const UNSTATED: Partial<Shape> = { expiresIn: 'absent', tokenForm: 'opaque' };

describe.each([401, 403] as const)('tokens whose expiry is answered with %d', (endedToken) => {
  const service = (shape: Partial<Shape>, tokenSeconds: number) =>
    Promise.all([
      vendor('PUT', '/shape', { ...shape, endedToken }),
      vendor('PUT', '/settings', { tokenSeconds }),
    ]);

  it.each([8, 20, 45].flatMap((seconds) => STATED.map((shape) => ({ seconds, ...shape }))))(
    'and that state their lifetime delay no call: $seconds s, $expiresIn, $tokenForm',
    async (given) => {
      const { seconds, ...shape } = given;
      await service(shape, seconds);
      const clients = twoProcesses();
      let ends: string[] = [];
      const calls = await logged(async () => {
        ends = await workFor(clients, { seconds: LIFETIMES * seconds });
      });
      expect(new Set(ends)).toEqual(new Set(['done']));
      const refused = calls.filter(({ status }) => status === endedToken);
      const tokens = calls.filter(({ route }) => route === 'token');
      // Renewed in time: none expires during a call.
      expect(refused).toEqual([]);
      expect(tokens.length).toBeLessThanOrEqual(
        (LIFETIMES * seconds) / (seconds - 1 - Math.max(2, seconds / 10)) + 1,
      );
    },
  );

  it.each([8, 20, 45])(
    'and that do not state their lifetime cost one more call each, and delay none: %d s',
    async (seconds) => {
      await service(UNSTATED, seconds);
      const clients = twoProcesses();
      let ends: string[] = [];
      const calls = await logged(async () => {
        ends = await workFor(clients, { seconds: LIFETIMES * seconds });
      });
      expect(new Set(ends)).toEqual(new Set(['done']));
      const tokens = calls.filter(({ route }) => route === 'token').length;
      const refused = calls.filter(({ status }) => status === endedToken).length;
      expect(tokens).toBeLessThanOrEqual((LIFETIMES * seconds) / (seconds - 1) + 1);
      expect(refused).toBeLessThanOrEqual(2 * tokens);
    },
  );

  it.each([8, 20, 45])(
    'and that do not state their lifetime do not delay occasional calls: %d s',
    async (seconds) => {
      await service(UNSTATED, seconds);
      const [one, other] = twoProcesses();
      const ends: string[] = [];
      for (const [client, pause] of [
        [one, 1],
        [other, 6],
        [one, 13],
        [one, 31],
        [other, 9],
        [other, 21],
        [one, 47],
        [other, 90],
        [one, 7],
        [other, 5],
      ] as const) {
        ends.push(await endOf(client.createLead(LEAD)), await endOf(client.readSchema()));
        await clock.advance(pause * SECOND_MS);
      }
      expect(new Set(ends)).toEqual(new Set(['done']));
    },
  );
});

describe('where one thing is permanently forbidden to the key', () => {
  afterEach(() => vendor('PUT', '/faults', { refuseTokens: 0, onlyRoutes: [] }));

  it.each([20, 900])(
    'everything else continues, at the cost of at most one token per half minute: %d s',
    async (tokenSeconds) => {
      await vendor('PUT', '/shape', { expiresIn: 'number', tokenForm: 'opaque', endedToken: 403 });
      await vendor('PUT', '/settings', { tokenSeconds });
      await vendor('PUT', '/faults', { refuseTokens: 403, onlyRoutes: ['list'] });
      const clients = twoProcesses();
      const [forbidden, ends]: string[][] = [[], []];
      const calls = await logged(async () => {
        for (let round = 0; round < 12; round += 1) {
          forbidden?.push(await endOf(clients[round % 2 === 0 ? 0 : 1].listLeads()));
          ends?.push(...(await workFor(clients, { seconds: 10 })));
        }
      });
      expect(new Set(forbidden)).toEqual(new Set(['auth 403']));
      expect(new Set(ends)).toEqual(new Set(['done']));
      const lifetime = Math.min(30, tokenSeconds / 2);
      const tokens = calls.filter(({ route }) => route === 'token').length;
      expect(tokens).toBeLessThanOrEqual(120 / lifetime + 2);
    },
  );
});
