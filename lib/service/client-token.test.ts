import { describe, expect, it } from 'vitest';
import { failure, type Reply, SECRET, serve } from './service-for-tests';

describe('the token', () => {
  /** A service that takes only the tokens of `valid`. */
  async function guarded(valid: Set<string>, status = 401) {
    return serve(({ path, headers }) => {
      if (path === '/oauth/token') return undefined;
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      return valid.has(token) ? { body: { id: 'l1' } } : { status, body: { message: 'no' } };
    });
  }

  it.each([401, 403])(
    'that is refused with %d is replaced once and the call made once more',
    async (status) => {
      const service = await guarded(new Set(['T2']), status);
      expect(await service.client().createLead({})).toMatchObject({ id: 'l1' });
      expect(service.calls()).toHaveLength(2);
      expect(service.tokensAsked()).toBe(2);
    },
  );

  it('that dies under two hundred calls is replaced once', async () => {
    const valid = new Set(['T1']);
    const service = await guarded(valid);
    const client = service.client();
    await client.readLead('l1');
    valid.delete('T1');
    valid.add('T2');
    const reads = Promise.allSettled(Array.from({ length: 20 }, () => client.readLead('l1')));
    for (let round = 0; round < 300; round += 1) await service.clock.advance(10);
    const ends = (await reads).map(({ status }) => status);
    expect(new Set(ends)).toEqual(new Set(['fulfilled']));
    expect(service.tokensAsked()).toBe(2);
  });

  it('is refused for ever when the key is disabled, and then hardly anything is asked', async () => {
    const service = await guarded(new Set());
    const client = service.client();
    for (let second = 0; second < 120; second += 1) {
      expect(await failure(client.readLead('l1'))).toMatchObject({ kind: 'auth', reached: 'no' });
      await service.clock.advance(1_000);
    }
    const before = service.calls().length;
    expect(before).toBeLessThanOrEqual(8);
    for (let second = 0; second < 600; second += 1) {
      await failure(client.readLead('l1'));
      await service.clock.advance(1_000);
    }
    expect(service.calls().length - before).toBeLessThanOrEqual(20);
  });

  it.each([
    [401, 'auth'],
    [400, 'auth'],
    [404, 'auth'],
    [429, 'rate-limited'],
    [500, 'unavailable'],
  ])('that cannot be had (%d) is %s, and nothing else is sent', async (status, kind) => {
    const service = await serve(() => ({
      status,
      body: { error: 'access_denied', error_description: `not ${SECRET}` },
    }));
    const error = await failure(service.client().createLead({}));
    expect(error).toMatchObject({ kind, step: 'token', status, reached: 'no' });
    expect(service.calls()).toEqual([]);
  });
});

it('no secret and no token is told to anyone, whatever the service repeats', async () => {
  const told: unknown[] = [];
  const log = {
    info: (...line: unknown[]) => told.push(line),
    warn: (...line: unknown[]) => told.push(line),
    error: (...line: unknown[]) => told.push(line),
  };
  const token = 'tok-hush-1';
  const echo = { message: `Bearer ${token} ${SECRET}`, errors: { a: SECRET, b: token } };
  const answers: Reply[] = [
    { status: 401, body: echo },
    { status: 422, body: echo },
    { status: 500, text: echo.message },
    { status: 200, text: `${token} ${SECRET}` },
  ];
  const tokenAnswers: Reply[] = [
    { body: { access_token: token } },
    { text: `{"access_token": "${token} ${SECRET}` },
    { status: 401, body: { error: `${SECRET} is wrong` } },
  ];
  for (const [given, tokenAnswer] of answers.flatMap((one) =>
    tokenAnswers.map((other) => [one, other] as const),
  )) {
    const service = await serve(({ path }) => (path === '/oauth/token' ? tokenAnswer : given));
    const client = service.client({ log });
    const error = await failure(client.createLead({}));
    told.push(error.message, error.stack, error.cause, { ...error }, client.seen());
  }
  const text = JSON.stringify(told);
  expect(text).toContain('[hidden]');
  for (const secret of [SECRET, 'tok-hush']) expect(text).not.toContain(secret);
});
