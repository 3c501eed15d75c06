import { describe, expect, it } from 'vitest';
import { SILENT, testClock } from './clock-for-tests';
import { ServiceError } from './error';
import { createTokenSource } from './token-source';
import { memoryTokenStore, type TokenStore } from './token-store';
import type { TokenReading } from './wire/token';

const HOUR = 3_600_000;

type Setup = {
  store?: TokenStore;
  clock?: ReturnType<typeof testClock>;
  lifetimeMs?: number;
  first?: number;
};

/** A source whose endpoint hands out T1, T2, …, or fails as told. */
function sourceOf({
  store = memoryTokenStore(),
  clock = testClock(),
  lifetimeMs = HOUR,
  first = 1,
}: Setup = {}) {
  const endpoint = { asked: 0, failure: undefined as Error | undefined };
  const request = async (): Promise<TokenReading> => {
    endpoint.asked += 1;
    await clock.wait(0);
    if (endpoint.failure) throw endpoint.failure;
    return { accessToken: `T${first + endpoint.asked - 1}`, lifetimeMs, lifetimeFrom: 'expires_in' };
  };
  const source = createTokenSource({ store, request, now: clock.now, log: SILENT });
  /** The token after letting the endpoint answer. */
  const token = async () => {
    const asked = source.current().catch((error: unknown) => error);
    await clock.advance(0);
    return asked;
  };
  return { source, endpoint, store, clock, token };
}

const down = new ServiceError('unavailable', 'token: answered 500', {
  step: 'token',
  status: 500,
  reached: 'no',
});

describe('the access token', () => {
  it('is asked for once, however many wait for it', async () => {
    const { source, endpoint, clock } = sourceOf();
    const all = Promise.all(Array.from({ length: 200 }, () => source.current()));
    await clock.advance(0);
    expect(new Set(await all)).toEqual(new Set(['T1']));
    expect(endpoint.asked).toBe(1);
  });

  it.each([
    [HOUR, HOUR - 60_000],
    [300_000, 270_000],
  ])('that lives %d ms is renewed after %d ms', async (lifetimeMs, renewedMs) => {
    const { token, clock } = sourceOf({ lifetimeMs });
    expect(await token()).toBe('T1');
    await clock.advance(renewedMs - 1);
    expect(await token()).toBe('T1');
    await clock.advance(1);
    expect(await token()).toBe('T2');
  });

  it('is shared with other processes through the store', async () => {
    const clock = testClock();
    const store = memoryTokenStore();
    const one = sourceOf({ clock, store });
    const two = sourceOf({ clock, store, first: 100 });
    expect([await one.token(), await two.token()]).toEqual(['T1', 'T1']);
    expect(two.endpoint.asked).toBe(0);
  });

  it('is not taken from the store in its last seconds', async () => {
    const { token, store, clock } = sourceOf();
    await store.write({ accessToken: 'old', expiresAt: new Date(clock.now().getTime() + 5_000) });
    expect(await token()).toBe('T1');
  });

  it('works for this process even if it cannot be kept', async () => {
    const store = { ...memoryTokenStore(), write: () => Promise.reject(new Error('database is read-only')) };
    const { token } = sourceOf({ store });
    expect(await token()).toBe('T1');
  });
});

describe('a token endpoint that fails', () => {
  it('is left alone for 30 s, and callers are told at once', async () => {
    const { token, endpoint, clock } = sourceOf();
    endpoint.failure = down;
    expect(await token()).toMatchObject({ kind: 'unavailable', step: 'token', reached: 'no' });
    await clock.advance(10_000);
    expect(await token()).toMatchObject({ kind: 'unavailable', reached: 'no', retryAfterMs: 20_000 });
    expect(endpoint.asked).toBe(1);
    endpoint.failure = undefined;
    await clock.advance(20_000);
    expect(await token()).toBe('T2');
  });

  it('keeps nobody from a token that another process got meanwhile', async () => {
    const clock = testClock();
    const store = memoryTokenStore();
    const one = sourceOf({ clock, store });
    const two = sourceOf({ clock, store, first: 100 });
    one.endpoint.failure = down;
    expect(await one.token()).toBeInstanceOf(ServiceError);
    expect(await two.token()).toBe('T100');
    expect(await one.token()).toBe('T100');
    expect(one.endpoint.asked).toBe(1);
  });

  it('is asked at most eleven times in five minutes', async () => {
    const { token, endpoint, clock } = sourceOf();
    endpoint.failure = down;
    for (let second = 0; second < 300; second += 1) {
      await token();
      await clock.advance(1_000);
    }
    expect(endpoint.asked).toBeLessThanOrEqual(11);
  });

  it('does no harm while the token at hand still works', async () => {
    const { token, endpoint, clock } = sourceOf();
    await token();
    endpoint.failure = down;
    await clock.advance(HOUR - 30_000);
    expect(await token()).toBe('T1');
    await clock.advance(30_000);
    expect(await token()).toBeInstanceOf(ServiceError);
  });

  it('and a store that cannot be reached are told apart from a missing lead: nothing was sent', async () => {
    const store = { ...memoryTokenStore(), exclusively: () => Promise.reject(new Error('database down')) };
    expect(await sourceOf({ store }).token()).toMatchObject({
      kind: 'unavailable',
      step: 'desk',
      reached: 'no',
    });
  });
});

describe('a token that is refused', () => {
  it('is replaced once, however many calls it failed', async () => {
    const { source, endpoint, clock, token } = sourceOf();
    await token();
    const retries = Array.from({ length: 200 }, async () => {
      expect(await source.refused('T1', 401)).toBe(true);
      return source.current();
    });
    await clock.advance(0);
    expect(new Set(await Promise.all(retries))).toEqual(new Set(['T2']));
    expect(endpoint.asked).toBe(2);
  });

  it('late does not cost the new one its life', async () => {
    const { source, endpoint, store, token } = sourceOf();
    await token();
    await source.refused('T1', 401);
    expect(await token()).toBe('T2');
    expect(await source.refused('T1', 401)).toBe(true);
    expect(await token()).toBe('T2');
    expect((await store.read())?.accessToken).toBe('T2');
    expect(endpoint.asked).toBe(2);
  });

  it('in one process is replaced by the one another process already has', async () => {
    const clock = testClock();
    const store = memoryTokenStore();
    const one = sourceOf({ clock, store });
    const two = sourceOf({ clock, store, first: 100 });
    await one.token();
    await two.token();
    await one.source.refused('T1', 401);
    expect(await one.token()).toBe('T2');
    await two.source.refused('T1', 401);
    expect(await two.token()).toBe('T2');
    expect(two.endpoint.asked).toBe(0);
  });

  it('is not taken from the store again if it could not be cleared there', async () => {
    const store = { ...memoryTokenStore(), clear: () => Promise.reject(new Error('database down')) };
    const { source, token } = sourceOf({ store });
    await token();
    await source.refused('T1', 401);
    expect(await token()).toBe('T2');
  });

  it('as its predecessor was is not replaced again for 30 s: the key is wrong, not the token', async () => {
    const { source, clock, token } = sourceOf();
    await token();
    await source.refused('T1', 401);
    expect(await token()).toBe('T2');
    expect(await source.refused('T2', 401)).toBe(false);
    await clock.advance(30_000);
    expect(await source.refused('T2', 401)).toBe(true);
    expect(await token()).toBe('T3');
  });

  it('after it had worked is replaced at once, again and again', async () => {
    const { source, token } = sourceOf();
    for (const name of ['T1', 'T2', 'T3', 'T4']) {
      expect(await token()).toBe(name);
      source.accepted(name);
      expect(await source.refused(name, 401)).toBe(true);
    }
  });

  it('with 403 is replaced at most every five minutes: it may be one record we may not see', async () => {
    const { source, clock, token } = sourceOf();
    await token();
    expect(await source.refused('T1', 403)).toBe(true);
    expect(await token()).toBe('T2');
    source.accepted('T2');
    expect(await source.refused('T2', 403)).toBe(false);
    await clock.advance(5 * 60_000);
    expect(await source.refused('T2', 403)).toBe(true);
  });
});
