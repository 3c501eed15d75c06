import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verifyDelivery } from './verify';

const SECRET = 'signing-secret-of-one-subscription';
const OTHER = 'signing-secret-of-another';
const NOTICE = { id: 'lead-1', topic: 'lead/update', timestamp: '2026-03-02T09:00:00Z' };
const BODY = JSON.stringify(NOTICE);

const hmac = (signed: string, secret = SECRET) => createHmac('sha256', secret).update(signed).digest('hex');
const V2 = hmac(BODY);

const verify = (signature: string | null, body = BODY) =>
  verifyDelivery({ body: new TextEncoder().encode(body), signature, secret: SECRET });

describe('the v2 signature', () => {
  it('proves a delivery signed over exactly its bytes', () => {
    expect(verify(V2)).toBe(true);
  });

  it('may be written in capitals', () => {
    expect(verify(V2.toUpperCase())).toBe(true);
  });

  it.each([
    ['spaces added', JSON.stringify(NOTICE, null, 1)],
    ['keys reordered', JSON.stringify({ topic: NOTICE.topic, id: NOTICE.id, timestamp: NOTICE.timestamp })],
    ['a letter escaped', BODY.replace('lead-1', '\\u006cead-1')],
    ['a line end added', `${BODY}\n`],
    ['a byte order mark added', `\uFEFF${BODY}`],
  ])('does not prove an equivalent body in other bytes: %s', (_, body) => {
    expect(verify(V2, body)).toBe(false);
  });

  it('does not prove a body with an accent encoded another way', () => {
    const escaped = BODY.replace('lead-1', 'caf\\u00e9');
    expect(verify(hmac(escaped), BODY.replace('lead-1', 'café'))).toBe(false);
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
    expect(verify(v2)).toBe(false);
  });

  it('is refused where it is absent', () => {
    expect(verify(null)).toBe(false);
  });
});

it('accepts any header and any bytes without an error, and trusts none of them', () => {
  const header = fc.option(
    fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[0-9a-fA-F]{62,66}$/)),
  );
  fc.assert(
    fc.property(fc.uint8Array(), header, (body, signature) => {
      expect(verifyDelivery({ body, signature, secret: SECRET })).toBe(false);
    }),
  );
});
