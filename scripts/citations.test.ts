import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingFiles, missingNames, readCatalogue, unprovenRows, unresolved } from './citations';

const root = resolve(import.meta.dirname, '..');
const known = readCatalogue(root);
const read = (path: string) => readFileSync(join(root, path), 'utf8');

const OWN = 'scripts/citations.test.ts';
const CITING = known.files.filter((file) => /\.(tsx?|jsx?|md|yaml|css)$/.test(file) && file !== OWN);
/** Decisions name files by their names at the time. */
const DOCUMENTS = CITING.filter((file) => /^(docs\/[^/]+|[A-Z]+)\.md$/.test(file));

describe('citations by number or name in code, tests and documents', () => {
  it('is there', () => {
    const bad = CITING.flatMap((path) =>
      unresolved({ path, text: read(path) }, known).map((cited) => `${path}: ${cited}`),
    );
    expect(bad).toEqual([]);
  });

  it.each([
    ['lib/a.ts', '/** The interface, section 5,\n * rule 99. */'],
    ['lib/a.ts', '// interface 2.9'],
    ['lib/a.ts', '// interface 4, rules 1 and 99'],
    ['lib/a.ts', '// requirement F99'],
    ['lib/a.ts', '// D0'],
    ['faults/a.faults.ts', "it('row 99: what nobody wrote down', () => {})"],
    ['docs/guarantees.md', '| so it is | rows 45–52 |'],
    ['hostile/a.hostile.ts', '// row 480'],
    ['lib/a.test.ts', "describe('a cell (hostile row 480)', () => {})"],
    ['lib/a.test.ts', '// R99b'],
    ['lib/a.test.ts', '// I9'],
    ['lib/a.ts', '// see design.md'],
    ['docs/a.md', '[a guide](guide.md)'],
  ])('would be missed in %s: %s', (path, text) => {
    expect(unresolved({ path, text }, known)).toHaveLength(1);
  });

  it.each([
    ['hostile/a.hostile.ts', '// row 47'],
    [
      'docs/guarantees.md',
      'rows 4, 5, 17 and 31–38; interface 6, delivery 4; F12, R1b, I6; [setup](setup.md)',
    ],
    ['lib/a.ts', '/** (the interface, section 5,\n * rules 1 and 2) */'],
  ])('is found in %s: %s', (path, text) => {
    expect(unresolved({ path, text }, known)).toEqual([]);
  });
});

describe('a file that a document names', () => {
  it.each(DOCUMENTS)('exists: %s', (path) => {
    expect(missingFiles(read(path), known)).toEqual([]);
  });

  it('has the names that a recipe says are in it', () => {
    const recipes = read('CONTRIBUTING.md');
    expect(missingNames(recipes, read)).toEqual([]);
    expect(missingNames('`read` in `scripts/citations.ts`, `madeUp` (`scripts/citations.ts`)', read)).toEqual(
      ['madeUp in scripts/citations.ts'],
    );
  });

  it('would be missed', () => {
    const text = '`made-up.test.ts`, `lib/made-up/`, `citations.test.ts`, `scripts/`, `/leads/`';
    expect(missingFiles(text, known)).toEqual(['made-up.test.ts', 'lib/made-up/']);
  });
});

describe('a decision', () => {
  it.each(known.files.filter((file) => file.startsWith('docs/decisions/')))(
    'has 400 words at most: %s',
    (path) => {
      expect(read(path).trim().split(/\s+/).length).toBeLessThanOrEqual(400);
    },
  );
});

describe('a row of the failure cases', () => {
  it.each(['failures', 'hostile', 'reviews'] as const)(
    'names its test, or that there is none: %s',
    (list) => {
      expect(known[list].size).toBeGreaterThan(40);
      expect(unprovenRows(known[list], known)).toEqual([]);
    },
  );

  it('without a test would be missed', () => {
    const rows = new Map([
      ['1', '| 1 | a | `made-up.test.ts` |'],
      ['2', '| 2 | b | not proven by a test |'],
      ['3', '| 3 | c | `citations.test.ts` |'],
    ]);
    expect(unprovenRows(rows, known)).toEqual(['1']);
  });
});
