import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromSafeCell, toSafeCell } from './csv-cell';

describe('a cell of an export (hostile row 34)', () => {
  it.each([
    ['=cmd|’ /C calc’!A0', "'=cmd|’ /C calc’!A0"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@x', "'@x"],
    ['\t=1', "'\t'=1"],
    [' \t=1', " \t'=1"],
    ['Late;=1+1;Import', "Late;'=1+1;Import"],
    ['a,=1', "a,'=1"],
    ['a\t=1', "a\t'=1"],
    ['a; =1;+2', "a;' =1;'+2"],
    ['a;"=1', `a;'"=1`],
    ["a;'=1", "a;''=1"],
    ['a;\t=1', "a;\t'=1"],
    ['\tword', "'\tword"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['\nword', "'\nword"],
    ['\0=1', "'\0=1"],
    [' =1', "' =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\ufeff@x', "'\ufeff@x"],
    ['a\n=1', "a\n'=1"],
    ['a\r\n -1\r\nb', "a\r\n' -1\r\nb"],
    ['＝1', "'＝1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠x', "'＠x"],
    ["'=1", "''=1"],
  ])('%j is written as %j', (text, cell) => {
    expect(toSafeCell(text)).toBe(cell);
    expect(fromSafeCell(cell)).toBe(text);
  });

  it.each([
    '',
    'Maya Lindqvist',
    'a=b',
    'e-mail',
    "O'Neill",
    "'quoted'",
    'a\nb',
    '1 - 2',
    'maya@x.example',
    'a; b',
    'Lovelace, Ada',
    'a;b=c',
  ])('%j is unchanged', (text) => {
    expect(toSafeCell(text)).toBe(text);
    expect(fromSafeCell(text)).toBe(text);
  });

  it('is the same after it was written to a file and read back, for any content', () => {
    const risky = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      "'",
      '"',
      ',',
      ';',
      '\t',
      '\r',
      '\n',
      '\0',
      ' ',
      '\u00a0',
    );
    const text = fc.string({ unit: fc.oneof(risky, fc.string({ maxLength: 1, unit: 'grapheme' })) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (texts) => {
        const file = stringify([texts.map(toSafeCell)], { quoted: true, record_delimiter: '\r\n' });
        const [cells] = parse(file, { record_delimiter: '\r\n' });
        expect(cells?.map(fromSafeCell)).toEqual(texts);
      }),
    );
  });

  it('is no formula either if the file is split at semicolons or tabs', () => {
    const signs = fc.constantFrom('=', '+', '-', '@', "'", '"', ' ', '\t', ';', ',', '\n', 'a');
    fc.assert(
      fc.property(fc.array(fc.array(signs), { minLength: 1, maxLength: 3 }), (texts) => {
        const file = stringify([texts.map((text) => toSafeCell(text.join('')))], { quoted: true });
        // As a spreadsheet reads it: with quotes at the start of a cell, or ignoring them.
        const cells = file.split(/[;\t\r\n]/).filter((_, place) => place > 0);
        expect(cells.filter((cell) => /^[" ]*[=+\-@]/.test(cell))).toEqual([]);
      }),
    );
  });

  it('never starts a line with a formula character', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('=', '+', '-', '@', "'", ' ', '\t', '\n', 'a')), (signs) => {
        const lines = toSafeCell(signs.join('')).split('\n');
        expect(lines.filter((line) => /^[\t =+\-@]*[=+\-@]/.test(line))).toEqual([]);
      }),
    );
  });
});
