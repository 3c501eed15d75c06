import { describe, expect, it } from 'vitest';
import { toBrandColor } from './palette';
import { toBrandName } from './texts';

describe('a name as typed', () => {
  it.each([
    ['  Acme   Partners ', 'Acme Partners'],
    ['Acme\u202eelpmaxe\u202c', 'Acmeelpmaxe'],
    ['Ac\u200bme\r\nBcc: all@vendor.example', 'Ac me Bcc: all@vendor.example'],
    ['<b>Acme</b> & "Co"', '<b>Acme</b> & "Co"'],
    ['👩‍💻 Acme', '👩‍💻 Acme'],
    ['شركة المثال', 'شركة المثال'],
    ['\u200b\u202e', ''],
    ['🦊'.repeat(60), '🦊'.repeat(60)],
  ])('%j is %j', (typed, name) => {
    expect(toBrandName(typed)).toBe(name);
  });

  it('is refused if it is longer than a header has room for', () => {
    expect(toBrandName('x'.repeat(61))).toBeUndefined();
  });
});

describe('a color as typed', () => {
  it.each([
    ['#3056D3', '#3056d3'],
    [' 3056d3 ', '#3056d3'],
    ['#f0a', '#ff00aa'],
  ])('%s is %s', (typed, color) => {
    expect(toBrandColor(typed)).toBe(color);
  });

  it.each(['', '#12', 'red', '#3056d3ff', 'url(x)', '#3056d3;}body{display:none'])('%j is none', (typed) => {
    expect(toBrandColor(typed)).toBeUndefined();
  });
});
