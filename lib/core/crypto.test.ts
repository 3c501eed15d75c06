import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault } from './crypto';

const SECRET = 'an application secret of 32 characters';
const vault = createVault(SECRET, 'webhook-secret');

describe('a sealed secret', () => {
  it('opens to the sealed value, for any value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(vault.open(vault.seal(plain))).toBe(plain);
      }),
    );
  });

  it('is different each time, and does not reveal its value', () => {
    const sealed = Array.from({ length: 20 }, () => vault.seal('signing-secret'));
    expect(new Set(sealed).size).toBe(20);
    expect(sealed.some((text) => Buffer.from(text, 'base64').includes('signing'))).toBe(false);
  });

  it('opens after a restart with the same APP_SECRET', () => {
    expect(createVault(SECRET, 'webhook-secret').open(vault.seal('x'))).toBe('x');
  });

  it('does not open for another purpose or under another APP_SECRET', () => {
    const sealed = vault.seal('x');
    expect(() => createVault(SECRET, 'service-token').open(sealed)).toThrow();
    expect(() => createVault(`${SECRET}!`, 'webhook-secret').open(sealed)).toThrow();
  });

  it('does not open if any byte of it was changed', () => {
    const bytes = Buffer.from(vault.seal('signing-secret'), 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed.toString('base64')), `byte ${at}`).toThrow();
    }
  });

  it('does not open if it was cut, and neither does anything else', () => {
    const bytes = Buffer.from(vault.seal('signing-secret'), 'base64');
    for (let length = 0; length < bytes.length; length += 1)
      expect(() => vault.open(bytes.subarray(0, length).toString('base64'))).toThrow();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => vault.open(text)).toThrow();
      }),
    );
  });
});
