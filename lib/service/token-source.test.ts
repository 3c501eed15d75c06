import { describe, expect, it } from 'vitest';
import { SILENT, testClock } from '@/tests/support/clock';
import { ServiceError } from './error';
import { createTokenSource } from './token-source';
import { memoryTokenStore, type TokenStore } from './token-store';
import type { ParsedToken } from './wire/token';

const HOUR = 3_600_000;

type Setup = {
  store?: TokenStore;
  clock?: ReturnType<typeof testClock>;
  lifetimeMs?: number;
  first?: number;
};

/** A source whose endpoint issues T1, T2, …, or fails as configured. */
function sourceOf({
  store = memoryTokenStore(),
  clock = testClock(),
  lifetimeMs = HOUR,
  first = 1,
}: Setup = {}) {
  const endpoint = { asked: 0, failure: undefined as Error | undefined };
  const request = async (): Promise<ParsedToken> => {
    endpoint.asked += 1;
    await clock.wait(0);
    if (endpoint.failure) throw endpoint.failure;
    return { accessToken: `T${first + endpoint.asked - 1}`, lifetimeMs, lifetimeFrom: 'expires_in' };
  };
  const source = createTokenSource({ store, request, now: clock.now, log: SILENT });
  /** The token, after letting the endpoint respond. */
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
  it('is requested once for any number of waiting callers', async () => {
    const { source, endpoint, clock } = sourceOf();
    const all = Promise.all(Array.from({ length: 200 }, () => source.current()));
    await clock.advance(0);
    expect(new Set(await all)).toEqual(new Set(['T1']));
    expect(endpoint.asked).toBe(1);
  });

  it.each([
    [HOUR, HOUR - 60_000],
    [300_000, 270_000],
    [45_000, 40_500],
    [8_000, 6_500],
    [5_000, 3_500],
  ])('that lives %d ms is renewed after %d ms', async (lifetimeMs, renewedMs) => {
    const { token, clock } = sourceOf({ lifetimeMs });
    expect(await token()).toBe('T1');
    await clock.advance(renewedMs - 1);
    expect(await token()).toBe('T1');
    await clock.advance(1);
    expect(await token()).toBe('T2');
  });

  it.each([HOUR, 5_000])(
    'that lives %d ms is shared with other processes through the store',
    async (lifetimeMs) => {
      const clock = testClock();
      const store = memoryTokenStore();
      const one = sourceOf({ clock, store, lifetimeMs });
      const two = sourceOf({ clock, store, lifetimeMs, first: 100 });
      expect(await one.token()).toBe('T1');
      await clock.advance(3_000);
      expect(await two.token()).toBe('T1');
      expect(two.endpoint.asked).toBe(0);
    },
  );

  it('is not taken from the store in its last seconds', async () => {
    const { token, store, clock } = sourceOf();
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await store.write({ accessToken: 'old', issuedAt: ago(HOUR), expiresAt: ago(-5_000) });
    expect(await token()).toBe('T1');
  });

  it('works for this process even if it cannot be stored', async () => {
    const store = { ...memoryTokenStore(), write: () => Promise.reject(new Error('database is read-only')) };
    const { token } = sourceOf({ store });
    expect(await token()).toBe('T1');
  });
});

describe('a token endpoint that fails', () => {
  it('is not called for 30 s, and callers fail immediately', async () => {
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

  it('does not block callers from a token that another process got in the meantime', async () => {
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

  it('is called at most eleven times in five minutes', async () => {
    const { token, endpoint, clock } = sourceOf();
    endpoint.failure = down;
    for (let second = 0; second < 300; second += 1) {
      await token();
      await clock.advance(1_000);
    }
    expect(endpoint.asked).toBeLessThanOrEqual(11);
  });

  it('is called again when our clock was set back', async () => {
    const { token, endpoint, clock } = sourceOf();
    endpoint.failure = down;
    await token();
    endpoint.failure = undefined;
    clock.setBack(3 * HOUR);
    expect(await token()).toBe('T2');
  });

  it('has no effect while the current token still works', async () => {
    const { token, endpoint, clock } = sourceOf();
    await token();
    endpoint.failure = down;
    await clock.advance(HOUR - 30_000);
    expect(await token()).toBe('T1');
    await clock.advance(30_000);
    expect(await token()).toBeInstanceOf(ServiceError);
  });

  it('and an unavailable store are distinct from a missing lead: nothing was sent', async () => {
    const store = { ...memoryTokenStore(), withLock: () => Promise.reject(new Error('database down')) };
    expect(await sourceOf({ store }).token()).toMatchObject({
      kind: 'unavailable',
      step: 'desk',
      reached: 'no',
    });
  });
});

describe('a token that is refused', () => {
  it('is replaced once for any number of failed calls', async () => {
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

  it('by a late response does not invalidate the new one', async () => {
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

  it('and was stored by another process is replaced too: both may have expired', async () => {
    const { source, clock, store, token } = sourceOf();
    await token();
    source.answered('T1', { status: 200 });
    const expiresAt = new Date(clock.now().getTime() + HOUR);
    await store.write({ accessToken: 'other', issuedAt: clock.now(), expiresAt });
    await clock.advance(10_000);
    expect(await source.refused('T1', 401)).toBe(true);
    expect(await token()).toBe('other');
    expect(await source.refused('other', 401)).toBe(true);
    expect(await token()).toBe('T2');
    expect(await source.refused('T2', 401)).toBe(false);
  });

  it('like its predecessor is not replaced again for 30 s: the key is wrong, not the token', async () => {
    const { source, clock, token } = sourceOf();
    await token();
    await source.refused('T1', 401);
    expect(await token()).toBe('T2');
    expect(await source.refused('T2', 401)).toBe(false);
    await clock.advance(30_000);
    expect(await source.refused('T2', 401)).toBe(true);
    expect(await token()).toBe('T3');
  });

  it('after it had worked is replaced immediately, every time', async () => {
    const { source, token } = sourceOf();
    for (const name of ['T1', 'T2', 'T3', 'T4']) {
      expect(await token()).toBe(name);
      source.answered(name, { status: 200 });
      expect(await source.refused(name, 401)).toBe(true);
    }
  });

  it('after only rate limits is replaced: it was never checked', async () => {
    const { source, token } = sourceOf();
    await token();
    await source.refused('T1', 401);
    expect(await token()).toBe('T2');
    source.answered('T2', { status: 429 });
    expect(await source.refused('T2', 401)).toBe(true);
    expect(await token()).toBe('T3');
  });

  it('some seconds after it replaced a working one is replaced: it may have expired', async () => {
    const { source, clock, token } = sourceOf();
    await token();
    source.answered('T1', { status: 200 });
    await source.refused('T1', 401);
    expect(await token()).toBe('T2');
    await clock.advance(5_000);
    expect(await source.refused('T2', 401)).toBe(true);
  });
});

describe('a 403', () => {
  /** Replaces a first token, which one 403 in five minutes does at any age. */
  async function afterFirstForbidden(setup?: Setup) {
    const made = sourceOf(setup);
    await made.token();
    expect(await made.source.refused('T1', 403)).toBe(true);
    expect(await made.token()).toBe('T2');
    return made;
  }

  it('to a young token triggers a new one once in five minutes: one record may be forbidden', async () => {
    const { source, clock } = await afterFirstForbidden();
    source.answered('T2', { status: 200 });
    await clock.advance(1_000);
    expect(await source.refused('T2', 403)).toBe(false);
  });

  it('to a token older than 30 s triggers a new one: it may have expired', async () => {
    const { source, clock, token } = await afterFirstForbidden();
    for (const name of ['T2', 'T3', 'T4']) {
      source.answered(name, { status: 200 });
      await clock.advance(29_999);
      expect(await source.refused(name, 403)).toBe(false);
      source.answered(name, { status: 200 });
      await clock.advance(1);
      expect(await source.refused(name, 403)).toBe(true);
      await token();
    }
  });

  it('to a token near its stated end triggers a new one', async () => {
    const { source, clock } = await afterFirstForbidden({ lifetimeMs: 20_000 });
    source.answered('T2', { status: 200 });
    await clock.advance(10_000);
    expect(await source.refused('T2', 403)).toBe(true);
  });

  it('twice in a row triggers a new one: it is not a single record', async () => {
    const { source, clock } = await afterFirstForbidden();
    source.answered('T2', { status: 200 });
    await clock.advance(6_000);
    expect(await source.refused('T2', 403)).toBe(false);
    expect(await source.refused('T2', 403)).toBe(true);
  });

  it('to a token of 5 s triggers a new one where that has helped before', async () => {
    const { source, clock, token } = await afterFirstForbidden();
    source.answered('T2', { status: 200, after: 403 });
    await clock.advance(5_000);
    expect(await source.refused('T2', 403)).toBe(true);
    expect(await token()).toBe('T3');
    source.answered('T3', { status: 200, after: 403 });
    await clock.advance(4_999);
    expect(await source.refused('T3', 403)).toBe(false);
  });

  it('to a young token triggers a switch to the one another process stored', async () => {
    const { source, clock, store, token } = await afterFirstForbidden();
    source.answered('T2', { status: 200 });
    await clock.advance(6_000);
    const [issuedAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + HOUR)];
    await store.write({ accessToken: 'other', issuedAt, expiresAt });
    expect(await source.refused('T2', 403)).toBe(true);
    expect(await token()).toBe('other');
  });

  it('to a token issued in our future counts as its end: our clock was set back', async () => {
    const { source, store, clock } = sourceOf();
    const at = (ms: number) => new Date(clock.now().getTime() + ms);
    await store.write({ accessToken: 'T0', issuedAt: at(HOUR), expiresAt: at(2 * HOUR) });
    expect(await source.current()).toBe('T0');
    expect(await source.refused('T0', 403)).toBe(true);
  });
});
