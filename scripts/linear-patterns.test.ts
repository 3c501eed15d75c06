import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { describe, expect, it } from 'vitest';
import { readSources } from './lib/import-graph';

/** The pattern literals of a source. */
function findPatterns(path: string, source: string): RegExp[] {
  return patternsIn(parseSync(path, source).program);
}

function patternsIn(node: unknown): RegExp[] {
  if (node instanceof RegExp) return [node];
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(patternsIn) : [];
}

/**
 * Which repeated character makes the pattern take more than linear time; undefined if none does. A long limit such as
 * `{0,300}` within another repetition is exponential as well, so limits are taken for none where that is looked for.
 */
function findSlow({ source, flags }: RegExp): string | undefined {
  const [report] = analyse({ source, flags }).reports;
  if (report) return report.character.pick;
  const unlimited = source.replace(/\{(\d+),\d+\}/g, '{$1,}');
  return analyse({ source: unlimited, flags }).reports.find(({ exponential }) => exponential)?.character.pick;
}

describe('a pattern', () => {
  const sources = readSources('.', ['app', 'components', 'lib', 'sandbox', 'proxy.ts']);
  const patterns = sources
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) => findPatterns(path, text).map((pattern) => ({ path, pattern })));

  it('takes linear time, whatever text a person, a file or the service sends', () => {
    expect(patterns.length).toBeGreaterThan(400);
    const slow = patterns.flatMap(({ path, pattern }) => {
      const character = findSlow(pattern);
      return character === undefined ? [] : [`${path}: ${pattern} repeats ${JSON.stringify(character)}`];
    });
    expect(slow).toEqual([]);
  });

  it.each([/\s*\n/g, /x*x*$/, /^[^@]+@[^@]+\.[^@]+$/, /^(?:;[^:]{0,300})*:/, /(?:a+)+$/])(
    'is found if it does not: %s',
    (pattern) => {
      expect(findSlow(pattern)).toBeDefined();
    },
  );
});
