import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** One line in one file, and whether the rules of `biome.json` let it pass. Who may import whom: scripts/lib/architecture. */
const REFUSED = [
  ['components/a/b.tsx', "import * as z from 'zod'"],
  ['components/a/b.tsx', "import { z } from 'zod/mini'"],
  ['components/a/b.tsx', 'export const x = process.env.X'],
  ['lib/forms/b.ts', "import { z } from 'zod'"],
  ['lib/leads/b.ts', 'export const x = process.env.X'],
  ['app/b.ts', 'export const x = process.env.X'],
  ['lib/leads/b.ts', 'export const x = { a: 1, ...{ b: 2 } }'],
  ['components/a/b.tsx', "export const x = <i {...{ id: 'x' }} />"],
  ['lib/leads/b.ts', `export const x = [\n${'1,\n'.repeat(300)}]`],
] as const;

const ACCEPTED = [
  ['components/a/b.tsx', "export * as z from 'zod/mini'"],
  ['lib/leads/b.ts', "import { z } from 'zod'"],
  ['lib/leads/b.test.ts', 'export const x = process.env.X'],
  ['scripts/b.ts', 'export const x = process.env.X'],
  ['lib/leads/b.ts', 'export const x = { a: 1, ...(y && { b: 2 }) }'],
  ['lib/leads/b.test.ts', `export const x = [\n${'1,\n'.repeat(300)}]`],
] as const;

const RULES = /noRestrictedImports|noProcessEnv|noExcessiveLinesPerFile|spread of an object literal/;

let root: string;
let complaints: string[];

/** Each case gets its own file, because a rule is chosen by the file's folder and name. */
function fileOf([path]: readonly [string, string], number: number): string {
  return path.replace('b.', `case-${number}.`);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'desk-rules-'));
  cpSync('biome.json', join(root, 'biome.json'));
  cpSync('scripts/lint', join(root, 'scripts/lint'), { recursive: true });
  for (const [number, one] of [...REFUSED, ...ACCEPTED].entries()) {
    const file = join(root, fileOf(one, number));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${one[1]};\n`);
  }
  complaints = lint()
    .split('\n')
    .filter((line) => RULES.test(line));
});
afterAll(() => rmSync(root, { recursive: true }));

function lint(): string {
  const biome = resolve('node_modules/@biomejs/biome/bin/biome');
  const args = [biome, 'lint', '.', '--reporter=github', '--max-diagnostics=500', '--vcs-enabled=false'];
  try {
    return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    // It exits with 1, because there are violations.
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
  }
}

const complained = (file: string) => complaints.some((line) => line.includes(`${file},`));

describe('the lint rules', () => {
  it.each(REFUSED.map((one, number) => [one[1], fileOf(one, number)]))('refuse %s in %s', (_line, file) => {
    expect(complained(file)).toBe(true);
  });

  it.each(ACCEPTED.map((one, number) => [one[1], fileOf(one, REFUSED.length + number)]))(
    'accept %s in %s',
    (_line, file) => {
      expect(complained(file)).toBe(false);
    },
  );
});
