import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SentSignatures, verifyDelivery } from './verify';

const SECRET = 'signing-secret-of-one-subscription';
const OTHER = 'signing-secret-of-another';
const NOTICE = { id: 'lead-1', topic: 'lead/update', timestamp: '2026-03-02T09:00:00Z' };
const BODY = JSON.stringify(NOTICE);

const hmac = (signed: string, secret = SECRET) => createHmac('sha256', secret).update(signed).digest('hex');
const V2 = hmac(BODY);
const legacyOf = ({ id, timestamp, topic }: typeof NOTICE) => hmac(JSON.stringify({ id, timestamp, topic }));
const LEGACY = legacyOf(NOTICE);

function verify(
  sent: Partial<SentSignatures>,
  { body = BODY, secrets = [SECRET], legacyAllowed = false } = {},
) {
  const signatures = { v2: null, legacy: null, ...sent };
  return verifyDelivery({ body: new TextEncoder().encode(body), sent: signatures, secrets, legacyAllowed });
}

describe('the v2 signature', () => {
  it('proves a delivery signed over exactly its bytes', () => {
    expect(verify({ v2: V2 })).toBe('v2');
  });

  it('may be written in capitals', () => {
    expect(verify({ v2: V2.toUpperCase() })).toBe('v2');
  });

  it('is valid with either secret during a rotation', () => {
    expect(verify({ v2: V2 }, { secrets: [OTHER, SECRET] })).toBe('v2');
    expect(verify({ v2: V2 }, { secrets: [SECRET, OTHER] })).toBe('v2');
    expect(verify({ v2: V2 }, { secrets: [OTHER] })).toBe('none');
    expect(verify({ v2: V2 }, { secrets: [] })).toBe('none');
  });

  it.each([
    ['spaces added', JSON.stringify(NOTICE, null, 1)],
    ['keys reordered', JSON.stringify({ topic: NOTICE.topic, id: NOTICE.id, timestamp: NOTICE.timestamp })],
    ['a letter escaped', BODY.replace('lead-1', '\\u006cead-1')],
    ['a line end added', `${BODY}\n`],
    ['a byte order mark added', `\uFEFF${BODY}`],
  ])('does not prove an equivalent body in other bytes: %s', (_, body) => {
    expect(verify({ v2: V2 }, { body })).toBe('none');
  });

  it('does not prove a body with an accent encoded another way', () => {
    const escaped = BODY.replace('lead-1', 'caf\\u00e9');
    expect(verify({ v2: hmac(escaped) }, { body: BODY.replace('lead-1', 'café') })).toBe('none');
  });

  it.each([
    ['nothing', ''],
    ['sent twice', `${V2}, ${V2}`],
    ['with spaces around it', ` ${V2} `],
    ['with a line end', `${V2}\n`],
    ['with a prefix', `sha256=${V2}`],
    ['63 digits', V2.slice(1)],
    ['65 digits', `${V2}0`],
    ['no hexadecimal digits', 'g'.repeat(64)],
    ['full-width digits', '\uFF10'.repeat(64)],
    ['a million characters', 'a'.repeat(1_000_000)],
    ['of another body', hmac('{}')],
    ['of another secret', hmac(BODY, OTHER)],
  ])('is refused where it is %s', (_, v2) => {
    expect(verify({ v2 })).toBe('none');
    expect(verify({ v2 }, { legacyAllowed: true })).toBe('none');
  });
});

describe('the legacy signature', () => {
  it('is valid only where v2 is absent and an admin allowed it', () => {
    expect(verify({ legacy: LEGACY }, { legacyAllowed: true })).toBe('legacy');
    expect(verify({ legacy: LEGACY })).toBe('none');
  });

  it('never makes up for a wrong or empty v2', () => {
    expect(verify({ v2: hmac('{}'), legacy: LEGACY }, { legacyAllowed: true })).toBe('none');
    expect(verify({ v2: '', legacy: LEGACY }, { legacyAllowed: true })).toBe('none');
  });

  it('covers the three documented values in their order, whatever the order of the body', () => {
    const body = JSON.stringify({ topic: NOTICE.topic, timestamp: NOTICE.timestamp, id: NOTICE.id });
    expect(verify({ legacy: LEGACY }, { body, legacyAllowed: true })).toBe('legacy');
  });

  it('is not the v2 computation under another name', () => {
    expect(verify({ legacy: V2 }, { legacyAllowed: true })).toBe('none');
    expect(verify({ v2: LEGACY }, { legacyAllowed: true })).toBe('none');
  });

  it.each([
    ['gained a field', JSON.stringify({ ...NOTICE, value: 1 })],
    ['gained a field called __proto__', BODY.replace('{', '{"__proto__":{},')],
    ['lost a field', JSON.stringify({ id: NOTICE.id, topic: NOTICE.topic })],
    ['has another lead', JSON.stringify({ ...NOTICE, id: 'lead-2' })],
    ['has a number for an id', JSON.stringify({ ...NOTICE, id: 1 })],
    ['has other spaces', JSON.stringify(NOTICE, null, 1)],
    ['has a space at its end', `${BODY} `],
    ['escapes a character', BODY.replace('l', '\\u006c')],
    ['has a key twice', BODY.replace('{', '{"id":"lead-2",')],
    ['begins with a byte order mark', `\ufeff${BODY}`],
    ['is a list', JSON.stringify([NOTICE])],
    ['is not JSON', 'id=lead-1'],
    ['is empty', ''],
  ])('does not prove a body that %s', (_, body) => {
    expect(verify({ legacy: LEGACY }, { body, legacyAllowed: true })).toBe('none');
  });
});

it('accepts any header and any bytes without an error, and trusts none of them', () => {
  const header = fc.option(
    fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-fA-F]{62,66}$/)),
  );
  fc.assert(
    fc.property(fc.uint8Array(), header, header, fc.boolean(), (body, v2, legacy, legacyAllowed) => {
      const verdict = verifyDelivery({ body, sent: { v2, legacy }, secrets: [SECRET], legacyAllowed });
      expect(verdict).toBe('none');
    }),
  );
});
