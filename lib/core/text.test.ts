import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, escapeBytes, toStorable } from './text';

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

const shown = (text: string) => escapeBytes(Buffer.from(text));

describe('untrusted bytes (hostile row 46)', () => {
  it.each([
    ['{"id":"L1"}', '{"id":"L1"}'],
    ['\u001b[31mred\u001b[0m', '\\x1b[31mred\\x1b[0m'],
    ['a\r\nb\tc', 'a\\x0d\\x0ab\\x09c'],
    ['\\x41', '\\x5cx41'],
    ['é\u202e', '\\xc3\\xa9\\xe2\\x80\\xae'],
    ['\0', '\\x00'],
    ['', ''],
  ])('%j is shown as %j', (text, inert) => {
    expect(shown(text)).toBe(inert);
  });

  it('are shown as plain characters, whatever they are', () => {
    expect(escapeBytes(Uint8Array.from({ length: 256 }, (_, byte) => byte))).toMatch(/^[ -~]+$/);
  });
});
