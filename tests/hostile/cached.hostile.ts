import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { tagsOf } from '@/tests/support/desk/html';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type HttpResponse, send } from './harness/send';
import { type Actor, openWorld, type World } from './harness/world';

let world: World;
/** What the form of each person names them by. */
const addressees: Partial<Record<Actor, string>> = {};
/** What a device of each person names it by. */
const devices: Partial<Record<Actor, string>> = {};
beforeAll(async () => {
  world = await openWorld();
  for (const actor of ['agent', 'other agent'] as const) {
    const { text } = await world.browsers[actor].get('/leads/new');
    addressees[actor] = tagsOf(text, 'input').find(({ name }) => name === 'renderedFor')?.value;
    const cached: { device: string } = JSON.parse((await read(actor)).body);
    devices[actor] = cached.device;
  }
});

function headersOf(actor: Actor, device?: string) {
  return {
    cookie: world.browsers[actor].cookies(),
    origin: world.origin,
    'sec-fetch-site': 'same-origin',
    ...(device !== undefined && { 'x-device': device }),
  };
}

const read = (actor: Actor, device?: string, query = ''): Promise<HttpResponse> =>
  send({ origin: world.origin, path: `/api/cached${query}`, headers: headersOf(actor, device) });

type Post = { actor?: Actor; renderedFor?: string; device?: string; headers?: Record<string, string> };

function post({ actor = 'agent', renderedFor = '', device, headers }: Post): Promise<HttpResponse> {
  const body = new URLSearchParams({ submissionId: newId('submission'), version: 'x', renderedFor });
  return send({
    origin: world.origin,
    path: '/api/cached/leads',
    method: 'POST',
    body: body.toString(),
    headers: {
      ...headersOf(actor, device),
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
  });
}

describe('row 61: what a device keeps belongs to one person', () => {
  it.each<[string, () => Promise<HttpResponse>, number]>([
    ['a lead of another person', () => post({ renderedFor: addressees['other agent'] }), 410],
    ['a lead of nobody', () => post({}), 410],
    ['a lead of a device of another person', () => post({ device: devices['other agent'] }), 410],
    ['the list for a device of another person', () => read('agent', devices['other agent']), 410],
    ['a lead without a session', () => post({ actor: 'signed out', device: devices.agent }), 401],
    ['the list without a session', () => read('signed out', devices.agent), 401],
    ['a forged device', () => read('signed out', `${devices.agent?.split('.')[0]}.AAAA`), 401],
    ['a device of no form', () => read('signed out', '...'), 401],
    ['a post of another site', () => post({ headers: { 'sec-fetch-site': 'cross-site' } }), 403],
  ])('%s is refused and leaves nothing', async (_what, ask, status) => {
    const before = await footprintOf(world.sql);
    const response = await ask();
    expect(response.status).toBe(status);
    expect(indiscretionOf(response)).toBeUndefined();
    expect(await footprintOf(world.sql)).toEqual(before);
  });

  it('a device of a disabled person is told to delete it, without a session', async () => {
    const disable = (at: string) =>
      world.sql.query(`update people set disabled_at = ${at} where name = 'Erik Brandt'`);
    await disable('now()');
    try {
      expect((await read('signed out', devices['other agent'])).status).toBe(410);
      expect((await read('signed out', devices.agent)).status).toBe(401);
    } finally {
      await disable('null');
    }
  });

  it('what the desk did not accept stays until it is submitted after that, also under an id that was submitted before', async () => {
    const { submissionId } = await world.maya.submit('Kept-Returned');
    const resubmittedIf = async (returnedAt: string) => {
      const query = `?${new URLSearchParams({ returned: `${submissionId} ${returnedAt}` })}`;
      return JSON.parse((await read('agent', devices.agent, query)).body).resubmitted;
    };
    expect(await resubmittedIf(new Date(Date.now() + 1_000).toISOString())).toEqual([]);
    expect(await resubmittedIf('2026-01-01T00:00:00.000Z')).toEqual([submissionId]);
    for (const none of ['', 'undefined']) expect(await resubmittedIf(none)).toEqual([]);
  });

  it('is not stored by caches on the way', async () => {
    const { status, headers } = await read('agent');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('private, no-store');
  });
});

describe('row 62: the worker and the manifest', () => {
  it('the worker may fetch pages, load nothing else, and is asked for anew', async () => {
    const { status, headers } = await send({
      origin: world.origin,
      path: '/_next/static/service-worker/sw.js',
    });
    expect(status).toBe(200);
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers['service-worker-allowed']).toBe('/');
    expect(headers['cache-control']).toContain('max-age=0');
  });

  it('the page that devices cache names no one, whoever asks, and the same files', async () => {
    const filesOf = ({ body }: HttpResponse) =>
      new Set(body.match(/\/_next\/static\/[\w./~-]+\.(?:css|js|woff2)/g));
    const ask = (actor: Actor) =>
      send({ origin: world.origin, path: '/offline', headers: headersOf(actor, devices[actor]) });
    const [stranger, agent] = await Promise.all([ask('signed out'), ask('agent')]);
    expect([stranger.status, agent.status]).toEqual([200, 200]);
    expect(filesOf(agent)).toEqual(filesOf(stranger));
    for (const own of ['Maya', addressees.agent, devices.agent]) expect(agent.body).not.toContain(own);
  });

  it('the manifest is the same for everyone, and names no one', async () => {
    const path = '/manifest.webmanifest';
    const ask = (actor: Actor) => send({ origin: world.origin, path, headers: headersOf(actor) });
    const [stranger, agent] = await Promise.all([ask('signed out'), ask('agent')]);
    expect(stranger.status).toBe(200);
    expect(stranger.body).toBe(agent.body);
    const { icons }: { icons: { src: string }[] } = JSON.parse(stranger.body);
    for (const { src } of icons) {
      const picture = await send({ origin: world.origin, path: src });
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png']);
    }
  });
});
