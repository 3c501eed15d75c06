import { describe, expect, it } from 'vitest';
import { failure, type Reply, SECRET, serve } from '@/tests/support/service';
import { ServiceError } from './error';
import { memorySharedStateStore } from './rate/shared-state';
import { memoryTokenStore } from './token-store';

describe('the token', () => {
  /** A service that accepts only the tokens in `valid`. */
  async function guarded(valid: Set<string>, status = 401) {
    return serve(({ path, headers }) => {
      if (path === '/oauth/token') return undefined;
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      return valid.has(token) ? { body: { id: 'l1' } } : { status, body: { message: 'no' } };
    });
  }

  it.each([401, 403])(
    'that is refused with %d is replaced once and the call retried once',
    async (status) => {
      const service = await guarded(new Set(['T2']), status);
      expect(await service.client().createLead({})).toMatchObject({ id: 'l1' });
      expect(service.calls()).toHaveLength(2);
      expect(service.tokensAsked()).toBe(2);
    },
  );

  it('that is revoked during two hundred calls is replaced once, and each call is retried at most once', async () => {
    const valid = new Set(['T1']);
    const service = await guarded(valid);
    const client = service.client();
    await client.readLead('l1');
    valid.delete('T1');
    valid.add('T2');
    const read = async (): Promise<unknown> => {
      try {
        return await client.readLead('l1');
      } catch (error) {
        if (!(error instanceof ServiceError) || error.step !== 'desk') throw error;
        await service.clock.wait(error.retryAfterMs ?? 1_000);
        return read();
      }
    };
    const reads = Promise.allSettled(Array.from({ length: 200 }, read));
    for (let round = 0; round < 600; round += 1) await service.clock.advance(100);
    const ends = (await reads).map(({ status }) => status);
    expect(new Set(ends)).toEqual(new Set(['fulfilled']));
    expect(service.tokensAsked()).toBe(2);
    expect(service.calls().length).toBeLessThanOrEqual(1 + 2 * 200);
  });

  it.each([
    { status: 401, first: 2 },
    // Refused even with a new token, and so is the form.
    { status: 403, first: 3 },
  ])(
    'is permanently refused ($status): then all processes together ask twice a minute at most',
    async (given) => {
      const service = await guarded(new Set(), given.status);
      const shared = { sharedState: memorySharedStateStore(), tokens: memoryTokenStore() };
      const clients = [service.client(shared), service.client(shared)];
      const second = async () => {
        for (const client of clients) {
          expect(await failure(client.readLead('l1'))).toMatchObject({ kind: 'auth', reached: 'no' });
        }
        await service.clock.advance(1_000);
      };
      for (let count = 0; count < 10; count += 1) await second();
      expect(service.calls()).toHaveLength(given.first);
      for (let count = 0; count < 600; count += 1) await second();
      expect(service.calls().length - given.first).toBeLessThanOrEqual(20);
      expect(service.tokensAsked()).toBeLessThanOrEqual(12);
    },
  );

  it.each([401, 403])(
    'of two working processes is refused from now on (%d): both together ask twice a minute at most',
    async (status) => {
      const valid = new Set(['T1']);
      const service = await guarded(valid, status);
      const shared = { sharedState: memorySharedStateStore(), tokens: memoryTokenStore() };
      const clients = [service.client(shared), service.client(shared)];
      for (const client of clients) await client.readLead('l1');
      await service.clock.advance(40_000);
      valid.clear();
      const second = async () => {
        for (const client of clients) await failure(client.readLead('l1'));
        await service.clock.advance(1_000);
      };
      for (let count = 0; count < 30; count += 1) await second();
      for (let minute = 0; minute < 10; minute += 1) {
        // Alternates which process asks first.
        clients.reverse();
        const before = service.calls().length;
        for (let count = 0; count < 60; count += 1) await second();
        expect(service.calls().length - before).toBeLessThanOrEqual(2);
      }
    },
  );

  it.each([
    [401, 'auth'],
    [400, 'auth'],
    [404, 'auth'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
  ])('that cannot be obtained (%d) is %s, and nothing else is sent', async (status, kind) => {
    const service = await serve(() => ({
      status,
      body: { error: 'access_denied', error_description: `not ${SECRET}` },
    }));
    const error = await failure(service.client().createLead({}));
    expect(error).toMatchObject({ kind, step: 'token', status, reached: 'no' });
    expect(service.calls()).toEqual([]);
  });
});

it('secrets and tokens never leak, whatever the service echoes', async () => {
  const logged: unknown[] = [];
  const log = {
    info: (...line: unknown[]) => logged.push(line),
    warn: (...line: unknown[]) => logged.push(line),
    error: (...line: unknown[]) => logged.push(line),
  };
  const token = 'tok-hush-1';
  const echo = { message: `Bearer ${token} ${SECRET}`, errors: { a: SECRET, b: token } };
  const answers: Reply[] = [
    { status: 401, body: echo },
    { status: 422, body: echo },
    { status: 500, text: echo.message },
    { status: 200, text: `${token} ${SECRET}` },
  ];
  const tokenResponses: Reply[] = [
    { body: { access_token: token } },
    { text: `{"access_token": "${token} ${SECRET}` },
    { status: 401, body: { error: `${SECRET} is wrong` } },
  ];
  for (const [given, tokenResponse] of answers.flatMap((one) =>
    tokenResponses.map((other) => [one, other] as const),
  )) {
    const service = await serve(({ path }) => (path === '/oauth/token' ? tokenResponse : given));
    const client = service.client({ log });
    const error = await failure(client.createLead({}));
    logged.push(error.message, error.stack, error.cause, { ...error });
  }
  const text = JSON.stringify(logged);
  expect(text).toContain('[hidden]');
  for (const secret of [SECRET, 'tok-hush']) expect(text).not.toContain(secret);
});
