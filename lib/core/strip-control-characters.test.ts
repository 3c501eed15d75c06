import { describe, expect, it } from 'vitest';
import { escapeBytes } from './strip-control-characters';

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
