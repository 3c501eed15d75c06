import { beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from '@/tests/support/desk/event-stream';
import { until } from '@/tests/support/desk/until';
import { send } from './harness/send';
import { openWorld, type World } from './harness/world';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});

const knock = (headers: Record<string, string>) =>
  send({ origin: world.origin, path: '/api/stream', headers });

it('row 38: without a cookie there is no stream', async () => {
  expect(await knock({})).toMatchObject({ status: 401, body: '' });
  expect(await knock({ cookie: 'next-auth.session-token=x' })).toMatchObject({ status: 401, body: '' });
});

it('row 38: a stream ends within a minute of the session, or the role, that opened it', async () => {
  const [ended, demoted] = await Promise.all([
    openEventStream(world.browsers['other agent']),
    openEventStream(world.browsers.manager),
  ]);
  await world.sql.query(
    "delete from sessions where person_id = (select id from people where name = 'Erik Brandt')",
  );
  await world.sql.query(
    "update memberships set role = 'agent' where person_id = (select id from people where name = 'Ines Carvalho')",
  );
  await Promise.all([ended.ended, demoted.ended]);
  expect(await knock({ cookie: world.browsers['other agent'].cookies() })).toMatchObject({ status: 401 });
});

it('row 39: one person has at most six open streams, and others are not affected', async () => {
  const streams = await Promise.all(Array.from({ length: 6 }, () => openEventStream(world.browsers.agent)));
  try {
    const more = await Promise.all(
      Array.from({ length: 60 }, () => knock({ cookie: world.browsers.agent.cookies() })),
    );
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]));
    expect(more[0]?.headers['retry-after']).toBe('30');
    expect((await knock({ cookie: world.browsers.manager.cookies() })).status).toBe(200);
  } finally {
    for (const stream of streams) stream.close();
  }
  await until('there is room again', async () => {
    const { status } = await knock({ cookie: world.browsers.agent.cookies() });
    return status === 200;
  });
});

it('row 39: streams that are abandoned within milliseconds leave that person all six', async () => {
  for (let ms = 0; ms < 12; ms += 1) {
    const stop = new AbortController();
    const opening = world.browsers.manager.ask('/api/stream', { signal: stop.signal });
    const timer = setTimeout(() => stop.abort(), ms / 3);
    await opening.then((response) => response.body?.cancel()).catch(() => {});
    clearTimeout(timer);
  }
  await until('all six are free', async () => {
    const streams = await Promise.allSettled(
      Array.from({ length: 6 }, () => openEventStream(world.browsers.manager)),
    );
    const opened = streams.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const stream of opened) stream.close();
    return opened.length === 6;
  });
});

describe('row 40: another site gets no stream of a person who is signed in here', () => {
  it.each(['cross-site', 'same-site', 'CROSS-SITE', 'nonsense'])('%s', async (site) => {
    const headers = { cookie: world.browsers.agent.cookies(), 'sec-fetch-site': site };
    const response = await knock({ ...headers, origin: 'https://evil.example' });
    expect(response).toMatchObject({ status: 403, body: '' });
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('our own page gets one', async () => {
    const headers = { cookie: world.browsers.agent.cookies(), 'sec-fetch-site': 'same-origin' };
    expect((await knock(headers)).status).toBe(200);
  });
});

it('row 41: an event says which lead, never what is in it', async () => {
  const { vendor } = world.desk;
  const stream = await openEventStream(world.browsers.agent);
  const lead = await vendor.createLead({
    partnerOrganizationId: '66b0c4d2e8f1a35790d4d001',
    agentId: '66b0c4d2e8f1a35790d4e101',
    firstName: 'Row41\n\ndata: x',
    lastName: 'Row41\r\n\r\nevent: evil',
    email: 'row41@example.com',
  });
  try {
    await until('the lead is heard of', () =>
      stream.events.some(({ data }) => JSON.stringify(data)?.includes(lead.id)),
    );
    expect(JSON.stringify(stream.events)).not.toMatch(/Row41|row41/);
    expect(new Set(stream.events.map(({ event }) => event))).toEqual(new Set(['resync', 'change']));
  } finally {
    stream.close();
  }
});
