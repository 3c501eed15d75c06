import { beforeAll, describe, expect, it } from 'vitest';
import { type Intake, LEGACY, openIntake, V2 } from './harness/intake';

let at: Intake;
beforeAll(async () => {
  at = await openIntake();
});

describe('row 1: a delivery without a signature is refused and leaves no trace', () => {
  it.each([
    ['no header', {}],
    ['both empty', { [V2]: '', [LEGACY]: '' }],
    ['v2 empty', { [V2]: '' }],
    ['legacy empty', { [LEGACY]: '' }],
  ])('%s', (_what, headers) => at.expectRefused(headers));
});

describe('a legacy signature proves nothing', () => {
  it('row 2: beside a wrong v2', () => at.expectRefused({ [V2]: at.hmac('{}'), [LEGACY]: at.legacyOf() }));

  it('row 3: alone', () => at.expectRefused({ [LEGACY]: at.legacyOf() }));

  it('row 4: over a changed body', () =>
    at.expectRefused({ [LEGACY]: at.legacyOf() }, JSON.stringify({ ...at.notice, status: 'won' })));
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
