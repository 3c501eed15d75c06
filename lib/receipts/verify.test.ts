import { createHmac, generateKeyPairSync } from 'node:crypto';
import { CompactSign, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { RECEIPT_TYPE, type ReceiptClaims } from './claims';
import type { PublicKey } from './keys';
import { verifyReceipt } from './verify';

const ISSUER = 'https://desk.example';

const CLAIMS: ReceiptClaims = {
  iss: ISSUER,
  sub: '66b0c4d2e8f1a35790d4beef',
  jti: 'sub_aaaaaaaaaaaaaaaaaaaa',
  person: 'Maya Lindqvist',
  organization_id: 'o',
  organization: 'Alder',
  agent_id: 'a',
  submitted: '2026-03-02T14:03:00.000Z',
  sent: [{ at: '2026-03-02T14:03:01.000Z' }],
  accepted: '2026-03-02T14:03:02.000Z',
  accepted_by: 'response',
  answers_sha256: 'x',
};

function newKey(kid: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = privateKey.export({ format: 'jwk' });
  const known: PublicKey = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
  return { privateKey, known };
}

const key = newKey('current');
const former = newKey('former');
const keys = [key.known, former.known];

const sign = (claims: object = CLAIMS, { by = key, typ = RECEIPT_TYPE } = {}) =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg: 'EdDSA', typ, kid: by.known.kid }).sign(by.privateKey);

const kindOf = async (code: string) => (await verifyReceipt(code, { keys, issuer: ISSUER })).kind;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a genuine receipt', () => {
  it('shows what was signed, with the current key or a retired one', async () => {
    const code = await sign();
    expect(await verifyReceipt(code, { keys, issuer: ISSUER })).toEqual({ kind: 'genuine', claims: CLAIMS });
    expect(await kindOf(await sign(CLAIMS, { by: former }))).toBe('genuine');
  });

  it('may have line breaks, spaces, and the address of the page before it', async () => {
    const code = await sign();
    expect(await kindOf(`  ${code.replaceAll(/(.{60})/g, '$1\r\n ')}\n`)).toBe('genuine');
    expect(await kindOf(`${ISSUER}/verify#${code}`)).toBe('genuine');
  });

  it('of another address says so', async () => {
    expect(await kindOf(await sign({ ...CLAIMS, iss: 'https://test.example' }))).toBe('elsewhere');
  });

  it('never expires', async () => {
    expect(await kindOf(await sign({ ...CLAIMS, exp: 1, nbf: 4_102_444_800 }))).toBe('genuine');
  });
});

describe('an invalid code is', () => {
  it('altered, if anything in it was changed', async () => {
    const [head = '', , signature = ''] = (await sign()).split('.');
    expect(await kindOf(`${head}.${part({ ...CLAIMS, sub: 'other' })}.${signature}`)).toBe('altered');
    const [, body = ''] = (await sign()).split('.');
    expect(await kindOf(`${head}.${body}.${'A'.repeat(86)}`)).toBe('altered');
  });

  it('forged with another key under a known name, or of another desk', async () => {
    const stranger = newKey('current');
    expect(await kindOf(await sign(CLAIMS, { by: stranger }))).toBe('altered');
    expect(await kindOf(await sign(CLAIMS, { by: newKey('elsewhere') }))).toBe('unknown-key');
  });

  it('with the key in its own header, not believed', async () => {
    const stranger = newKey('mine');
    const header = { alg: 'EdDSA', typ: RECEIPT_TYPE, jwk: stranger.known, kid: 'mine' };
    const code = await new SignJWT({ ...CLAIMS }).setProtectedHeader(header).sign(stranger.privateKey);
    expect(await kindOf(code)).toBe('unknown-key');
  });

  it.each(['none', 'None', 'NONE', '', 'HS256', 'ES256', 'RS256'])('not signed as ours: %s', async (alg) => {
    const head = part({ alg, typ: RECEIPT_TYPE, kid: 'current' });
    expect(await kindOf(`${head}.${part(CLAIMS)}.`)).toBe('unsigned');
    expect(await kindOf(`${head}.${part(CLAIMS)}.${'A'.repeat(86)}`)).toBe('unsigned');
  });

  it('HS256 with the public key as the secret', async () => {
    const body = `${part({ alg: 'HS256', typ: RECEIPT_TYPE, kid: 'current' })}.${part(CLAIMS)}`;
    const mac = createHmac('sha256', Buffer.from(key.known.x, 'base64url')).update(body).digest('base64url');
    expect(await kindOf(`${body}.${mac}`)).toBe('unsigned');
  });

  it('unreadable, wherever it was cut', async () => {
    const code = await sign();
    for (let length = 0; length < code.length; length += 7)
      expect(await kindOf(code.slice(0, length)), `${length}`).toBe('unreadable');
    expect(await kindOf(code.slice(0, -1))).toBe('unreadable');
    expect(await kindOf(code.slice(1))).toBe('unreadable');
  });

  it('unreadable, if it is another kind of token of the same key, or not of the form', async () => {
    expect(await kindOf(await sign(CLAIMS, { typ: 'JWT' }))).toBe('unreadable');
    expect(await kindOf(await sign({ iss: ISSUER }))).toBe('unreadable');
    const header = { alg: 'EdDSA', typ: RECEIPT_TYPE, kid: 'current' };
    const text = await new CompactSign(Buffer.from('no json'))
      .setProtectedHeader(header)
      .sign(key.privateKey);
    expect(await kindOf(text)).not.toBe('genuine');
  });

  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['dots', '..'],
    ['many parts', 'a.b.c.d.e'],
    ['a header that is no JSON', 'AAAA.BBBB.CCCC'],
    ['a header that is null', `${part(null)}.e30.AA`],
    ['very long', 'a'.repeat(1_000_000)],
    ['other characters', 'ey\u0000.ey<script>.x'],
  ])('unreadable: %s', async (_, code) => {
    expect(await kindOf(code)).toBe('unreadable');
  });

  it('unreadable, if its last character is written in another way', async () => {
    const code = await sign();
    const spellings = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
    const genuine = [];
    for (const last of spellings)
      if ((await kindOf(`${code.slice(0, -1)}${last}`)) === 'genuine') genuine.push(last);
    expect(genuine).toEqual([code.at(-1)]);
  });
});
