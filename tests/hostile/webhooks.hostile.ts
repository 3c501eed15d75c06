import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { until } from '@/tests/support/desk/until';
import { footprintOf } from './harness/footprint';
import { indiscretionOf } from './harness/generic';
import { type Intake, openIntake, V2 } from './harness/intake';
import { send } from './harness/send';

let at: Intake;
beforeAll(async () => {
  at = await openIntake();
});

describe('row 8: a signed body without meaning is kept, and causes no call to the service', () => {
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
    await untilQuiet(at.world.desk);
    const since = await at.world.desk.vendor.logSeq();
    const response = await at.deliver({ [V2]: at.hmac(text) }, text);
    expect(response).toMatchObject({ status: 200, body: '' });
    const digest = await at.world.sql.query(
      'select count(*)::int as kept from webhook_quarantine where body = $1',
      [Buffer.from(text)],
    );
    expect(digest.rows).toEqual([{ kept: 1 }]);
    await untilQuiet(at.world.desk);
    expect((await at.world.desk.vendor.readLog(since)).filter(({ route }) => route === 'read')).toEqual([]);
  });
});

describe('row 9: an unknown topic is accepted, counted and does nothing', () => {
  it.each(['lead/merge', 'Lead/Update', 'payment/create', ' lead/update'])('%j', async (topic) => {
    const since = await at.world.desk.vendor.logSeq();
    const text = JSON.stringify({ ...at.notice, topic });
    for (const _ of [1, 2]) expect((await at.deliver({ [V2]: at.hmac(text) }, text)).status).toBe(200);
    const { rows } = await at.world.sql.query('select count from webhook_deliveries where topic = $1', [
      topic,
    ]);
    expect(rows).toEqual([{ count: 2 }]);
    await untilQuiet(at.world.desk);
    const reads = (await at.world.desk.vendor.readLog(since)).filter(({ route }) => route === 'read');
    expect(reads.length).toBeLessThanOrEqual(1);
  });
});

describe('row 10: whatever its timestamp, a signed delivery is a plain trigger', () => {
  it.each([
    '1970-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '300000-01-01',
    '+300000-01-01T00:00:00Z',
    new Date(Date.now() + 3_600_000).toISOString(),
    'yesterday',
    '',
  ])('%j', async (timestamp) => {
    const text = JSON.stringify({ ...at.notice, timestamp });
    const since = await at.world.desk.vendor.logSeq();
    expect((await at.deliver({ [V2]: at.hmac(text) }, text)).status).toBe(200);
    await until('the lead is read', async () =>
      (await at.world.desk.vendor.readLog(since)).some(({ route }) => route === 'read'),
    );
  });
});

describe('row 11: an endless body is refused at the cap, without being kept', () => {
  it.each([
    ['65 KB', 65 * 1024],
    ['11 MB', 11 * 1024 * 1024],
  ])('%s', async (_what, length) => {
    const before = await footprintOf(at.world.sql);
    const text = 'a'.repeat(length);
    const response = await at.deliver({ [V2]: at.hmac(text) }, text);
    // A refusal before the whole body is sent may show as a closed connection.
    expect([0, 413]).toContain(response.status);
    expect(await footprintOf(at.world.sql)).toEqual(before);
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
  const { hostname, port } = new URL(at.world.origin);
  const began = performance.now();
  let sent = 0;
  return new Promise<{ status: number; sent: number; ms: number }>((resolve) => {
    const headers = { 'transfer-encoding': 'chunked', [V2]: at.hmac('') };
    const letter = request({ hostname, port, path: at.receiver.path, method: 'POST', agent: false, headers });
    const timer = setInterval(() => {
      sent += pieceBytes;
      letter.write('a'.repeat(pieceBytes));
    }, everyMs);
    const confirm = (status: number) => {
      clearInterval(timer);
      letter.destroy();
      resolve({ status, sent, ms: performance.now() - began });
    };
    letter.on('response', ({ statusCode }) => confirm(statusCode ?? 0));
    letter.on('error', () => confirm(0));
  });
}

describe('row 12: another method, another address', () => {
  it.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('%s answers 405', async (method) => {
    const response = await send({ origin: at.world.origin, path: at.receiver.path, method });
    expect(response).toMatchObject({ status: 405, body: '' });
  });

  it('OPTIONS allows nothing', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
    const response = await send({
      origin: at.world.origin,
      path: at.receiver.path,
      method: 'OPTIONS',
      headers,
    });
    expect([204, 403, 405]).toContain(response.status);
    expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it.each([
    ['that nobody made', 'rcv_aaaaaaaaaaaaaaaaaaaa'],
    ['that is too short', 'rcv_short'],
    ['with a slash in it', '..%2fadmin'],
    ['with a zero byte', '%00'],
    ['of 5,000 characters', 'a'.repeat(5_000)],
    ['with more behind it', 'rcv_aaaaaaaaaaaaaaaaaaaa/x'],
  ])('an address %s answers 404 without a word', async (_what, receiverId) => {
    const response = await at.deliver({ [V2]: at.hmac(at.body) }, at.body, `/api/webhooks/${receiverId}`);
    // A path outside the receivers is a page like any other: a change that no page of ours requested.
    expect([403, 404]).toContain(response.status);
    expect(indiscretionOf(response)).toBeUndefined();
  });
});

it('row 13: a month-old delivery three hundred times is as often 200, and at most two reads for each fifty', async () => {
  await untilQuiet(at.world.desk);
  const since = await at.world.desk.vendor.logSeq();
  // One without other events: what rows before announced for the future is looked for again, for minutes.
  const [, other] = await at.world.desk.vendor.listLeads();
  const text = JSON.stringify({ ...at.notice, id: other?.id, timestamp: '2026-02-01T00:00:00Z' });
  const statuses = new Set<number>();
  const rounds = 6;
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => at.deliver({ [V2]: at.hmac(text) }, text)),
    );
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([200]);
  await untilQuiet(at.world.desk);
  const reads = (await at.world.desk.vendor.readLog(since)).filter(
    ({ route, leadId }) => route === 'read' && leadId === other?.id,
  );
  expect(reads.length).toBeGreaterThanOrEqual(1);
  // One under way, and one for all that came meanwhile; how many rounds fall into one depends on the machine.
  expect(reads.length).toBeLessThanOrEqual(2 * rounds);
});

it('row 14: a flood of unsigned deliveries is shed, and signed ones are answered meanwhile', async () => {
  const signed = 'lead/nothing';
  const accepted = async () => {
    const kept =
      'select topic, lead_id, timestamp, count from webhook_deliveries where topic <> $1 order by id';
    return (await at.world.sql.query(kept, [signed])).rows;
  };
  const before = { ...(await footprintOf(at.world.sql)), webhook_deliveries: await accepted() };
  const lines = () => at.world.desk.logs().length;
  const linesBefore = lines();
  let flooding = true;
  let shed = 0;
  const flood = Array.from({ length: 40 }, async () => {
    while (flooding) {
      const response = await at.deliver({ [V2]: '0'.repeat(64) });
      if (response.status === 401) shed += 1;
    }
  });
  try {
    for (let n = 0; n < 10; n += 1) {
      const text = JSON.stringify({ ...at.notice, topic: signed, timestamp: `flood ${n}` });
      const response = await at.deliver({ [V2]: at.hmac(text) }, text);
      expect(response.status).toBe(200);
    }
  } finally {
    flooding = false;
    await Promise.all(flood);
  }
  expect(shed).toBeGreaterThan(200);
  expect({ ...(await footprintOf(at.world.sql)), webhook_deliveries: await accepted() }).toEqual(before);
  // A forger must not be able to fill the disk with log lines.
  expect(lines() - linesBefore).toBeLessThan(shed / 4);
});
