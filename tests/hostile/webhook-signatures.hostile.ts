import { beforeAll, describe, expect, it } from 'vitest';
import { untilQuiet } from '@/tests/support/desk/quiet';
import { until } from '@/tests/support/desk/until';
import { type Intake, LEGACY, openIntake, V2 } from './harness/intake';

let at: Intake;
beforeAll(async () => {
  at = await openIntake();
});

async function allowLegacy(): Promise<void> {
  await at.world.sql.query('update webhook_receivers set legacy_allowed = true');
  // A process caches a receiver for two seconds.
  await until('the desk knows what is allowed', async () => {
    const { status } = await at.deliver({ [LEGACY]: at.legacyOf() });
    return status === 200;
  });
  await untilQuiet(at.world.desk);
}

describe('row 1: a delivery without a signature is refused and leaves no trace', () => {
  it.each([
    ['no header', {}],
    ['both empty', { [V2]: '', [LEGACY]: '' }],
    ['v2 empty', { [V2]: '' }],
    ['legacy empty', { [LEGACY]: '' }],
  ])('%s', (_what, headers) => at.expectRefused(headers));
});

it('row 3: a legacy signature alone proves nothing unless an admin allowed it', () =>
  at.expectRefused({ [LEGACY]: at.legacyOf() }));

describe('when an admin allowed the legacy signature', () => {
  beforeAll(allowLegacy);

  it('row 2: a valid legacy signature does not make up for an invalid v2', () =>
    at.expectRefused({ [V2]: at.hmac('{}'), [LEGACY]: at.legacyOf() }));

  it.each([
    ['gained a field', () => JSON.stringify({ ...at.notice, status: 'won' })],
    ['has other spaces', () => JSON.stringify(at.notice, null, 1)],
    ['has a line end', () => `${at.body}\n`],
    ['says its id twice', () => at.body.replace('{', '{"id":"66b0c4d2e8f1a35790d4d001",')],
  ])('row 4: it does not prove a body that %s', (_what, text) =>
    at.expectRefused({ [LEGACY]: at.legacyOf() }, text()),
  );

  it('row 3: it never counts again after the first valid v2', async () => {
    expect((await at.deliver({ [LEGACY]: at.legacyOf() })).status).toBe(200);
    expect((await at.deliver({ [V2]: at.hmac(at.body) })).status).toBe(200);
    await untilQuiet(at.world.desk);
    await at.expectRefused({ [LEGACY]: at.legacyOf() });
    const { rows } = await at.world.sql.query(
      'select legacy_allowed as allowed from webhook_receivers where url like $1',
      [`%${at.receiver.path}`],
    );
    expect(rows).toEqual([{ allowed: false }]);
  });
});

describe('row 5: a malformed signature is refused', () => {
  it.each([
    ['sent twice', () => [at.hmac(at.body), at.hmac(at.body)]],
    ['two in one', () => `${at.hmac(at.body)}, ${at.hmac(at.body)}`],
    ['with a prefix', () => `sha256=${at.hmac(at.body)}`],
    ['with spaces inside', () => at.hmac(at.body).replace(/(.{8})/g, '$1 ')],
    ['63 digits', () => at.hmac(at.body).slice(1)],
    ['65 digits', () => `${at.hmac(at.body)}0`],
    ['not hex', () => at.hmac(at.body).replace(/./, 'g')],
    ['base64', () => Buffer.from(at.hmac(at.body), 'hex').toString('base64')],
    ['of another secret', () => at.hmac(at.body, 'guess')],
    ['full-width digits', () => Buffer.from('０'.repeat(64)).toString('latin1')],
  ])('%s', (_what, value) => at.expectRefused({ [V2]: value() }));

  it('a megabyte long, before it is checked', async () => {
    const response = await at.deliver({ [V2]: 'a'.repeat(1_000_000) });
    expect([0, 431]).toContain(response.status);
    expect((await at.deliver({ [V2]: 'x' })).status).toBe(401);
  });
});

describe('row 6: a signature over the same meaning in other bytes is refused', () => {
  it.each([
    [
      'keys in another order',
      () => JSON.stringify({ topic: at.notice.topic, id: at.notice.id, timestamp: at.notice.timestamp }),
    ],
    ['other spaces', () => JSON.stringify(at.notice, null, 2)],
    ['an escaped character', () => at.body.replace('l', '\\u006c')],
  ])('%s', (_what, signed) => at.expectRefused({ [V2]: at.hmac(signed()) }));
});

it('row 7: a signature in capitals counts', async () => {
  expect((await at.deliver({ [V2]: at.hmac(at.body).toUpperCase() })).status).toBe(200);
});
