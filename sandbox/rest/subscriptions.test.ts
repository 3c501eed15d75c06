import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  KEY,
  openSandbox,
  requestToken,
  type SandboxCaller,
  SUBSCRIPTIONS,
} from '@/tests/support/sandbox';

let desk: SandboxCaller;
beforeEach(async () => {
  desk = await openSandbox();
});
afterEach(() => desk.close());

const URL_ = 'https://desk.example/hook';
const subscribe = (body: unknown = { topic: 'lead/create', url: URL_ }) =>
  desk.call('POST', SUBSCRIPTIONS, body);

async function secondKey() {
  const made = await desk.vendor('POST', '/keys', { name: 'Second' });
  const clientId = at(made.body, 'clientId');
  const key = { ...KEY, client_id: clientId, client_secret: at(made.body, 'clientSecret') };
  return { clientId, bearer: `Bearer ${at((await requestToken(desk.url, key)).body, 'access_token')}` };
}

describe('subscriptions (interface, section 2.4)', () => {
  it('answers with status and data, and the secret only once', async () => {
    const { body } = await subscribe();
    expect(body).toEqual({
      status: 201,
      data: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        topic: 'lead/create',
        url: URL_,
        signingSecret: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    });
    const list = await desk.call('GET', SUBSCRIPTIONS);
    expect(at(list.body, 'data')).toEqual([{ id: at(body, 'data', 'id'), topic: 'lead/create', url: URL_ }]);
    expect(list.text).not.toContain(at(body, 'data', 'signingSecret'));
    const state = await desk.vendor('GET', '/state');
    expect(state.text).not.toContain(at(body, 'data', 'signingSecret'));
  });

  it.each([
    ['http outside loopback', { topic: 'lead/create', url: 'http://desk.example/hook' }],
    ['a look-alike of loopback', { topic: 'lead/create', url: 'http://127.0.0.1.desk.example/' }],
    ['another protocol', { topic: 'lead/create', url: 'ftp://desk.example' }],
    ['no address', { topic: 'lead/create' }],
    ['several addresses', { topic: 'lead/create', url: [URL_, URL_] }],
    ['several topics', { topic: ['lead/create', 'lead/update'], url: URL_ }],
    ['an inactive topic', { topic: 'payment/create', url: URL_ }],
  ])('refuses %s', async (_, body) => {
    expect((await subscribe(body)).status).toBe(400);
  });

  it.each(['http://localhost:3000/x', 'http://127.0.0.1:3000/x', 'http://[::1]:3000/x'])(
    'accepts %s',
    async (url) => {
      expect((await subscribe({ topic: 'lead/delete', url })).status).toBe(201);
    },
  );

  it('shows and removes only what the calling key created', async () => {
    const id = at((await subscribe()).body, 'data', 'id');
    const { bearer } = await secondKey();
    expect(at((await desk.call('GET', SUBSCRIPTIONS, undefined, bearer)).body, 'data')).toEqual([]);
    expect((await desk.call('DELETE', `${SUBSCRIPTIONS}/${id}`, undefined, bearer)).status).toBe(404);
    expect((await desk.call('DELETE', `${SUBSCRIPTIONS}/${id}`)).status).toBe(204);
    expect((await desk.call('DELETE', `${SUBSCRIPTIONS}/${id}`)).status).toBe(404);
  });

  it('are removed with their key, and a revoked key creates no new ones', async () => {
    await subscribe();
    const { clientId, bearer } = await secondKey();
    await desk.call('POST', SUBSCRIPTIONS, { topic: 'lead/update', url: URL_ }, bearer);
    await desk.vendor('POST', '/keys/revoke', { clientId });
    expect(at((await desk.vendor('GET', '/state')).body, 'subscriptions')).toHaveLength(1);
    const late = await desk.call('POST', SUBSCRIPTIONS, { topic: 'lead/update', url: URL_ }, bearer);
    expect(late.status).toBe(403);
  });

  it('are listed and removed in the chosen shape', async () => {
    const id = at((await subscribe()).body, 'data', 'id');
    await desk.vendor('PUT', '/shape', { subscriptionList: 'array', unsubscribeResponse: 'ok' });
    expect((await desk.call('GET', SUBSCRIPTIONS)).body).toHaveLength(1);
    await desk.vendor('PUT', '/shape', { subscriptionList: 'subscriptions' });
    expect(at((await desk.call('GET', SUBSCRIPTIONS)).body, 'subscriptions')).toHaveLength(1);
    expect((await desk.call('DELETE', `${SUBSCRIPTIONS}/${id}`)).body).toEqual({ status: 200 });
  });
});
