import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, toStorable } from './text';

describe('a truncated text', () => {
  it('is unchanged if it is short enough', () => {
    expect(cutText('Ünal 😀', 6)).toBe('Ünal 😀');
  });

  it('keeps every emoji whole', () => {
    expect(cutText(`${'x'.repeat(199)}😀 and more`, 200)).toBe(`${'x'.repeat(199)}😀`);
    expect(cutText('😀😀😀', 2)).toBe('😀😀');
  });

  it('is well-formed at any length, never longer than the limit, and a prefix of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, most) => {
        const cut = cutText(text, most);
        expect(cut.isWellFormed()).toBe(true);
        expect([...cut].length).toBeLessThanOrEqual(most);
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });
});

describe('an untrusted text', () => {
  it('is stored without characters a database refuses, the same each time', () => {
    expect(toStorable('a\0b\ud83d')).toBe('a\ufffdb\ufffd');
    expect(toStorable(toStorable('a\0b\ud83d'))).toBe(toStorable('a\0b\ud83d'));
    expect(toStorable('Ünal 😀')).toBe('Ünal 😀');
  });
});
