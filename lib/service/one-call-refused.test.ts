import { describe, expect, it } from 'vitest';
import { failure, type Reply, type Request, serve } from '@/tests/support/service';

const SCHEMA = '/1.0/api/company/c1/schema/lead';
const FORM: Reply = { body: { fields: [] } };
const html = { text: '<html><h1>Blocked</h1></html>', headers: { 'content-type': 'text/html' } };
const REFUSALS: [string, Reply][] = [
  ['403 in HTML', { status: 403, ...html }],
  ['403 in JSON', { status: 403, body: { message: 'Not for you.' } }],
  ['404 in HTML', { status: 404, ...html }],
  ['406 in HTML', { status: 406, ...html }],
  ['413 in HTML', { status: 413, ...html }],
];

/** Refuses every call about the poisoned record like this, and answers all others. */
function answersBut(refusal: Reply) {
  return serve(({ path, body }: Request) => {
    if (path === '/oauth/token') return undefined;
    if (body.includes('Poison') || path.endsWith('/poison')) return refusal;
    return path === SCHEMA ? FORM : { body: { id: 'l1', lastName: 'Fine' } };
  });
}

describe.each(REFUSALS)('one lead that is answered %s', (_, refusal) => {
  it('is refused alone, and stops no other calls on a quiet desk', async () => {
    const service = await answersBut(refusal);
    const client = service.client();
    for (let count = 0; count < 12; count += 1) {
      const error = await failure(client.createLead({ lastName: 'Poison' }));
      expect(error).toMatchObject({ step: 'call', scope: 'call', reached: 'no' });
      await service.clock.advance(1_000);
    }
    expect(await client.createLead({ lastName: 'Fine' })).toMatchObject({ id: 'l1' });
  });
});

it('a forbidden record costs one read of the form per attempt, and few tokens', async () => {
  const service = await answersBut({ status: 403, ...html });
  const client = service.client();
  for (let count = 0; count < 60; count += 1) {
    expect(await failure(client.readLead('poison'))).toMatchObject({ kind: 'auth', scope: 'call' });
    await service.clock.advance(1_000);
  }
  expect(service.tokensAsked()).toBeLessThanOrEqual(4);
  expect(service.calls().length).toBeLessThanOrEqual(2 * 60 + 4);
});

it('a key that is refused for the form too is not used again for a minute', async () => {
  const service = await serve(({ path }) => (path === '/oauth/token' ? undefined : { status: 403, ...html }));
  const client = service.client();
  const first = await failure(client.createLead({}));
  expect(first).toMatchObject({ kind: 'auth', status: 403, scope: 'service', reached: 'no' });
  const calls = service.calls().length;
  expect(calls).toBe(3);
  expect(await failure(client.createLead({}))).toMatchObject({ kind: 'auth', step: 'desk', reached: 'no' });
  expect(service.calls()).toHaveLength(calls);
});

it('detects that the key is accepted again even if the first call is for a forbidden record', async () => {
  let isRefused = true;
  const service = await serve(({ path }) => {
    if (path === '/oauth/token') return undefined;
    if (isRefused || path.endsWith('/poison')) return { status: 403, ...html };
    return path === SCHEMA ? FORM : { body: { id: 'l1', lastName: 'Fine' } };
  });
  const client = service.client();
  await failure(client.createLead({}));
  await service.clock.advance(60_000);
  isRefused = false;
  expect(await failure(client.readLead('poison'))).toMatchObject({ kind: 'auth', step: 'call' });
  expect(await client.createLead({})).toMatchObject({ id: 'l1' });
});

it('if the form cannot be read either, the scope of a gateway’s refusal stays unknown', async () => {
  const service = await serve(({ path }) => {
    if (path === '/oauth/token') return undefined;
    return path === SCHEMA ? { status: 503 } : { status: 404, ...html };
  });
  expect((await failure(service.client().createLead({}))).scope).toBeUndefined();
});
