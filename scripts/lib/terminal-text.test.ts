import { describe, expect, it } from 'vitest';
import { columnsOf, padTo, wrapText } from './terminal-text';

describe('a text in a terminal', () => {
  it('takes two columns for a Japanese letter', () => {
    expect([columnsOf('Done'), columnsOf('完了'), columnsOf('À vérifier')]).toEqual([4, 4, 10]);
    expect(padTo('完了', 6)).toBe('完了  ');
    expect(padTo('Handlungsbedarf', 3)).toBe('Handlungsbedarf');
  });

  it('is wrapped between words', () => {
    expect(wrapText('Set it as described, and restart.', { tag: 'en', width: 20 })).toEqual([
      'Set it as described,',
      'and restart.',
    ]);
    expect(wrapText('one two\n\nthree', { tag: 'en', width: 20 })).toEqual(['one two', '', 'three']);
  });

  it('is never wrapped at a space that holds words together', () => {
    expect(wrapText('ab «\u00a0cd\u00a0»', { tag: 'fr', width: 7 })).toEqual(['ab', '«\u00a0cd\u00a0»']);
  });

  it('is indented, its mark before the first line only', () => {
    const lines = wrapText('aa bb cc', { tag: 'en', width: 8, indent: '  ', mark: '! ' });
    expect(lines).toEqual(['  ! aa', '    bb', '    cc']);
  });

  it('without spaces is wrapped between words too, and no line begins with a closing mark', () => {
    const text = '.env.exampleの説明に従って設定し、再起動してください（「次へ」）。';
    const lines = wrapText(text, { tag: 'ja', width: 20 });
    expect(lines.join('')).toBe(text);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) {
      expect(line).not.toMatch(/^[、。）」]|[（「]$/);
      expect(columnsOf(line)).toBeLessThanOrEqual(24);
    }
  });
});
