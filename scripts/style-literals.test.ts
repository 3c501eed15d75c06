import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readSources } from './lib/import-graph';

const COLOR = /#[0-9a-f]{3,8}\b(?![^"'`]*#)|\b(?:rgb|rgba|hsl|hsla|oklch|oklab|lab|lch)\(/i;
const SIZE = /\d(?:px|rem)(?![a-z])/;

/** Colors and sizes that a class list or a style writes out, instead of naming a token. */
function findLiterals(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .filter((line) => SIZE.test(line) || COLOR.test(line.replaceAll(/href="#[^"]*"|`#\$\{/g, '')))
    .map((line) => line.trim());
}

describe('what is drawn', () => {
  const drawn = readSources('.', ['app', 'components']).filter(({ path }) => path.endsWith('.tsx'));

  it('names every color and size by a token', () => {
    expect(drawn.length).toBeGreaterThan(100);
    const found = drawn.flatMap(({ path, text }) => findLiterals(text).map((line) => `${path}: ${line}`));
    expect(found).toEqual([]);
  });

  it('has its stylesheet name them, too', () => {
    // A media query cannot read a token.
    const literals = findLiterals(readFileSync('app/globals.css', 'utf8'));
    expect(literals.filter((line) => !/^(?:--breakpoint-|@custom-variant \w+ \(@media )/.test(line))).toEqual(
      [],
    );
  });
});

describe('the check itself', () => {
  it.each([
    'className="text-[#3056d3]"',
    "style={{ color: '#fff' }}",
    'className="bg-[oklch(0.5_0.2_260)]"',
    'className="w-[14rem]"',
    'className="grid-cols-[6rem_minmax(0,1fr)]"',
    '  height: 2px;',
  ])('finds %s', (line) => {
    expect(findLiterals(line)).toEqual([line.trim()]);
  });

  it.each(['href="#main"', 'className="grid-cols-[--spacing(24)_1fr]"', '// 2px above'])(
    'lets %s be',
    (line) => {
      expect(findLiterals(line)).toEqual([]);
    },
  );
});
