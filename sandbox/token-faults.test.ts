import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  openSandbox,
  requestToken,
  type SandboxCaller,
  SCHEMA,
  SUBSCRIPTIONS,
} from '@/tests/support/sandbox';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.close());

const faults = (change: object) => desk.vendor('PUT', '/faults', change);
const newToken = async () => String(at((await requestToken(desk.url)).body, 'access_token'));
const statusWith = async (token: string) =>
  (await desk.call('GET', SCHEMA, undefined, `Bearer ${token}`)).status;

describe('tokens', () => {
  it('end each other if a key has one at a time', async () => {
    await faults({ singleToken: true });
    expect(await statusWith(desk.token)).toBe(200);
    const next = await newToken();
    expect(await statusWith(desk.token)).toBe(401);
    expect(await statusWith(next)).toBe(200);
  });

  it.each([401, 403])('are refused with %d while new ones are issued', async (status) => {
    await faults({ refuseTokens: status });
    expect(await statusWith(await newToken())).toBe(status);
    await faults({ refuseTokens: 0 });
    expect(await statusWith(desk.token)).toBe(200);
  });

  it('are refused for the chosen calls only', async () => {
    await faults({ refuseTokens: 401, onlyRoutes: ['list'] });
    expect(await statusWith(desk.token)).toBe(200);
  });

  it('all end when they are revoked, and the key issues new ones', async () => {
    expect((await desk.vendor('POST', '/tokens/revoke')).status).toBe(204);
    expect(await statusWith(desk.token)).toBe(401);
    expect(await statusWith(await newToken())).toBe(200);
  });
});

describe('a subscription whose answer is lost', () => {
  it('exists, and its secret is lost', async () => {
    await faults({ dropAfterSubscribe: 1 });
    const order = { topic: 'lead/create', url: 'http://127.0.0.1:9/hook' };
    await expect(desk.call('POST', SUBSCRIPTIONS, order)).rejects.toThrow('fetch failed');
    const { body } = await desk.call('GET', SUBSCRIPTIONS);
    expect(at(body, 'data')).toEqual([{ id: expect.any(String), ...order }]);
    expect((await desk.call('POST', SUBSCRIPTIONS, order)).status).toBe(201);
  });
});
