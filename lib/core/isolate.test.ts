import { describe, expect, it } from 'vitest';
import { isolate, withoutDirectionMarks } from './isolate';

describe('untrusted text within a sentence', () => {
  it.each(['Ann Alder', 'Zoë Ødegård', '株式会社', '', 'Ann 👩‍👩‍👧 Alder'])('%j is unchanged', (text) => {
    expect(isolate(text)).toBe(text);
  });

  it.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    '%j cannot reorder the text around it',
    (mark) => {
      expect(isolate(`Ann ${mark}Alder`)).toBe('Ann Alder');
    },
  );

  it.each(['דנה לוי', 'ليلى حداد'])('written from right to left is isolated: %s', (text) => {
    expect(isolate(text)).toBe(`\u2068${text}\u2069`);
    expect(isolate(`\u2069${text}\u202e`)).toBe(`\u2068${text}\u2069`);
  });

  it('in a mail has no marks at all', () => {
    expect(withoutDirectionMarks('Ann \u202eAlder\u2069')).toBe('Ann Alder');
  });
});
