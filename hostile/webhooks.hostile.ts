import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { untilQuiet } from '@/faults/harness/quiet';
import { until } from '@/faults/harness/until';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type Letter, send } from './harness/send';
import { openWorld, receiverOf, type World } from './harness/world';

const LEGACY = 'x-svc-signature';
const V2 = 'x-svc-signature-v2';

let world: World;
let receiver: ReturnType<typeof receiverOf>;
let notice: { id: string; topic: string; timestamp: string };
let body: string;
beforeAll(async () => {
  world = await openWorld();
  receiver = receiverOf(world.desk);
  const [lead] = await world.desk.vendor.listLeads();
  notice = { id: lead?.id ?? '', topic: 'lead/update', timestamp: '2026-03-02T09:00:00.000Z' };
  body = JSON.stringify(notice);
});

const hmac = (text: string | Uint8Array, secret = receiver.secret) =>
  createHmac('sha256', secret).update(text).digest('hex');
const legacyOf = ({ id, timestamp, topic } = notice) => hmac(JSON.stringify({ id, timestamp, topic }));

function deliver(headers: Letter['headers'], text: string | Uint8Array = body, path = receiver.path) {
  return send({ origin: world.origin, path, method: 'POST', headers, body: text });
}

/** Delivers what proves nothing: 401, no word, no trace. */
async function expectRefused(headers: Letter['headers'], text: string | Uint8Array = body) {
  const before = await footprintOf(world.sql, { also: ['jobs', 'leads'] });
  const answer = await deliver(headers, text);
  expect(answer.status).toBe(401);
  expect(answer.body).toBe('');
  expect(await footprintOf(world.sql, { also: ['jobs', 'leads'] })).toEqual(before);
}

async function allowLegacy(): Promise<void> {
  await world.sql.query('update webhook_receivers set legacy_allowed = true');
  // What a process remembers of a receiver holds for two seconds.
  await until('the desk knows what is allowed', async () => {
    const { status } = await deliver({ [LEGACY]: legacyOf() });
    return status === 200;
  });
  await untilQuiet(world.desk);
}

describe('row 1: a delivery without a signature is refused and leaves no trace', () => {
  it.each([
    ['no header', {}],
    ['both empty', { [V2]: '', [LEGACY]: '' }],
    ['v2 empty', { [V2]: '' }],
    ['legacy empty', { [LEGACY]: '' }],
  ])('%s', (_what, headers) => expectRefused(headers));
});

it('row 3: a legacy signature alone proves nothing unless an admin allowed it', () =>
  expectRefused({ [LEGACY]: legacyOf() }));

describe('where an admin allowed the legacy signature', () => {
  beforeAll(allowLegacy);

  it('row 2: a right legacy signature does not help a wrong v2', () =>
    expectRefused({ [V2]: hmac('{}'), [LEGACY]: legacyOf() }));

  it.each([
    ['gained a field', () => JSON.stringify({ ...notice, status: 'won' })],
    ['has other spaces', () => JSON.stringify(notice, null, 1)],
    ['has a line end', () => `${body}\n`],
    ['says its id twice', () => body.replace('{', '{"id":"66b0c4d2e8f1a35790d4d001",')],
  ])('row 4: it does not prove a body that %s', (_what, text) =>
    expectRefused({ [LEGACY]: legacyOf() }, text()),
  );

  it('row 3: it never counts again after the first valid v2', async () => {
    expect((await deliver({ [LEGACY]: legacyOf() })).status).toBe(200);
    expect((await deliver({ [V2]: hmac(body) })).status).toBe(200);
    await untilQuiet(world.desk);
    await expectRefused({ [LEGACY]: legacyOf() });
    const { rows } = await world.sql.query(
      'select legacy_allowed as allowed from webhook_receivers where url like $1',
      [`%${receiver.path}`],
    );
    expect(rows).toEqual([{ allowed: false }]);
  });
});

describe('row 5: a signature in a wrong form is refused', () => {
  it.each([
    ['sent twice', () => [hmac(body), hmac(body)]],
    ['two in one', () => `${hmac(body)}, ${hmac(body)}`],
    ['with a prefix', () => `sha256=${hmac(body)}`],
    ['with spaces inside', () => hmac(body).replace(/(.{8})/g, '$1 ')],
    ['63 digits', () => hmac(body).slice(1)],
    ['65 digits', () => `${hmac(body)}0`],
    ['not hex', () => hmac(body).replace(/./, 'g')],
    ['base64', () => Buffer.from(hmac(body), 'hex').toString('base64')],
    ['of another secret', () => hmac(body, 'guess')],
    ['full-width digits', () => Buffer.from('０'.repeat(64)).toString('latin1')],
  ])('%s', (_what, value) => expectRefused({ [V2]: value() }));

  it('a megabyte long, before it is looked at', async () => {
    const answer = await deliver({ [V2]: 'a'.repeat(1_000_000) });
    expect([0, 431]).toContain(answer.status);
    expect((await deliver({ [V2]: 'x' })).status).toBe(401);
  });
});

describe('row 6: a signature over the same meaning in other bytes is refused', () => {
  it.each([
    [
      'keys in another order',
      () => JSON.stringify({ topic: notice.topic, id: notice.id, timestamp: notice.timestamp }),
    ],
    ['other spaces', () => JSON.stringify(notice, null, 2)],
    ['an escaped character', () => body.replace('l', '\\u006c')],
  ])('%s', (_what, signed) => expectRefused({ [V2]: hmac(signed()) }));
});

it('row 7: a signature in capitals counts', async () => {
  expect((await deliver({ [V2]: hmac(body).toUpperCase() })).status).toBe(200);
});

describe('row 8: a signed body that says nothing is kept, and asks the service nothing', () => {
  it.each([
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['a number', '1'],
    ['nested ten thousand deep', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['cut off', '{"id":"x","topic":'],
    ['no text at all', Buffer.from([0xff, 0xfe, 0x00])],
    ['a zero byte in its id', JSON.stringify({ id: 'a\0b', topic: 'lead/update', timestamp: 'x' })],
  ])('%s', async (_what, text) => {
    await untilQuiet(world.desk);
    const since = await world.desk.vendor.logSeq();
    const answer = await deliver({ [V2]: hmac(text) }, text);
    expect(answer).toMatchObject({ status: 200, body: '' });
    const digest = await world.sql.query(
      'select count(*)::int as kept from webhook_quarantine where body = $1',
      [Buffer.from(text)],
    );
    expect(digest.rows).toEqual([{ kept: 1 }]);
    await untilQuiet(world.desk);
    expect((await world.desk.vendor.readLog(since)).filter(({ route }) => route === 'read')).toEqual([]);
  });
});

describe('row 9: a topic nobody knows is taken, counted and does nothing', () => {
  it.each(['lead/merge', 'Lead/Update', 'payment/create', ' lead/update'])('%j', async (topic) => {
    const since = await world.desk.vendor.logSeq();
    const text = JSON.stringify({ ...notice, topic });
    for (const _ of [1, 2]) expect((await deliver({ [V2]: hmac(text) }, text)).status).toBe(200);
    const { rows } = await world.sql.query('select count from webhook_deliveries where topic = $1', [topic]);
    expect(rows).toEqual([{ count: 2 }]);
    await untilQuiet(world.desk);
    const reads = (await world.desk.vendor.readLog(since)).filter(({ route }) => route === 'read');
    expect(reads.length).toBeLessThanOrEqual(1);
  });
});

describe('row 10: whatever its time says, a signed delivery is a plain trigger', () => {
  it.each([
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '300000-01-01',
    '+300000-01-01T00:00:00Z',
    new Date(Date.now() + 3_600_000).toISOString(),
    'yesterday',
    '',
  ])('%j', async (timestamp) => {
    const text = JSON.stringify({ ...notice, timestamp });
    const since = await world.desk.vendor.logSeq();
    expect((await deliver({ [V2]: hmac(text) }, text)).status).toBe(200);
    await until('the lead is read', async () =>
      (await world.desk.vendor.readLog(since)).some(({ route }) => route === 'read'),
    );
  });
});

describe('row 11: a body without end is refused at the cap, without being kept', () => {
  it.each([
    ['65 KB', 65 * 1024],
    ['11 MB', 11 * 1024 * 1024],
  ])('%s', async (_what, length) => {
    const before = await footprintOf(world.sql);
    const text = 'a'.repeat(length);
    const answer = await deliver({ [V2]: hmac(text) }, text);
    // Who is refused before everything was sent may find the connection closed first.
    expect([0, 413]).toContain(answer.status);
    expect(await footprintOf(world.sql)).toEqual(before);
  });

  it('endless, in pieces', async () => {
    const { status, sent } = await pour({ pieceBytes: 16 * 1024, everyMs: 1 });
    expect([0, 413]).toContain(status);
    expect(sent).toBeLessThan(8 * 1024 * 1024);
  });

  it('one byte at a time', async () => {
    const { status, ms } = await pour({ pieceBytes: 1, everyMs: 500 });
    expect([0, 408, 413]).toContain(status);
    expect(ms).toBeLessThan(15_000);
  });
});

/** Sends pieces until there is an answer or the connection is closed. */
function pour({ pieceBytes, everyMs }: { pieceBytes: number; everyMs: number }) {
  const { hostname, port } = new URL(world.origin);
  const began = performance.now();
  let sent = 0;
  return new Promise<{ status: number; sent: number; ms: number }>((resolve) => {
    const headers = { 'transfer-encoding': 'chunked', [V2]: hmac('') };
    const letter = request({ hostname, port, path: receiver.path, method: 'POST', agent: false, headers });
    const timer = setInterval(() => {
      sent += pieceBytes;
      letter.write('a'.repeat(pieceBytes));
    }, everyMs);
    const settle = (status: number) => {
      clearInterval(timer);
      letter.destroy();
      resolve({ status, sent, ms: performance.now() - began });
    };
    letter.on('response', ({ statusCode }) => settle(statusCode ?? 0));
    letter.on('error', () => settle(0));
  });
}

describe('row 12: another method, another address', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s answers 405', async (method) => {
    const answer = await send({ origin: world.origin, path: receiver.path, method });
    expect(answer).toMatchObject({ status: 405, body: '' });
  });

  it('OPTIONS allows nothing to anybody', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const answer = await send({ origin: world.origin, path: receiver.path, method: 'OPTIONS', headers });
    expect([204, 403, 405]).toContain(answer.status);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['that nobody made', 'rcv_aaaaaaaaaaaaaaaaaaaa'],
    ['that is too short', 'rcv_short'],
    ['with a slash in it', '..%2fadmin'],
    ['with a zero byte', '%00'],
    ['of 5,000 characters', 'a'.repeat(5_000)],
    ['with more behind it', 'rcv_aaaaaaaaaaaaaaaaaaaa/x'],
  ])('an address %s answers 404 without a word', async (_what, receiverId) => {
    const answer = await deliver({ [V2]: hmac(body) }, body, `/api/webhooks/${receiverId}`);
    // What leaves the folder of receivers is a page like any other: a change that no page of ours asked for.
    expect([403, 404]).toContain(answer.status);
    expect(indiscretionOf(answer)).toBeUndefined();
  });
});

it('row 13: a month-old delivery a thousand times is a thousand times 200 and at most two reads', async () => {
  await untilQuiet(world.desk);
  const since = await world.desk.vendor.logSeq();
  const text = JSON.stringify({ ...notice, timestamp: '2026-02-01T00:00:00Z' });
  const statuses = new Set<number>();
  for (let round = 0; round < 20; round += 1) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver({ [V2]: hmac(text) }, text)));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  await untilQuiet(world.desk);
  const reads = (await world.desk.vendor.readLog(since)).filter(({ route }) => route === 'read');
  expect(reads.length).toBeGreaterThanOrEqual(1);
  expect(reads.length).toBeLessThanOrEqual(2);
});

it('row 14: a flood of unsigned deliveries is shed, and signed ones are still answered within a second', async () => {
  const before = await footprintOf(world.sql, { also: ['jobs', 'leads'] });
  const lines = () => world.desk.logs().length;
  const linesBefore = lines();
  let flooding = true;
  let shed = 0;
  const flood = Array.from({ length: 40 }, async () => {
    while (flooding) {
      const answer = await deliver({ [V2]: '0'.repeat(64) });
      if (answer.status === 401) shed += 1;
    }
  });
  const signed: number[] = [];
  try {
    for (let n = 0; n < 10; n += 1) {
      const text = JSON.stringify({ ...notice, topic: 'lead/nothing', timestamp: `flood ${n}` });
      const answer = await deliver({ [V2]: hmac(text) }, text);
      expect(answer.status).toBe(200);
      signed.push(answer.ms);
    }
  } finally {
    flooding = false;
    await Promise.all(flood);
  }
  expect(shed).toBeGreaterThan(200);
  expect(Math.max(...signed)).toBeLessThan(1_000);
  const written = await footprintOf(world.sql, { also: ['jobs', 'leads'] });
  expect({ ...written, webhook_deliveries: '' }).toEqual({ ...before, webhook_deliveries: '' });
  // A forger must not be able to fill the disk with what is said about them.
  expect(lines() - linesBefore).toBeLessThan(shed / 4);
});
