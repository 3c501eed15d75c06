import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** One line in one file, and whether the rules of `biome.json` let it pass. */
const REFUSED = [
  ['components/a/b.tsx', "import '@/lib/db/handle'"],
  ['components/a/b.tsx', "import type { Viewer } from '@/lib/auth/viewer'"],
  ['components/a/b.tsx', "import '@/lib/leads/list'"],
  ['components/a/b.tsx', "import '@/app/theme-action'"],
  ['components/a/b.tsx', "import '../../lib/env'"],
  ['components/a/b.tsx', "export { db } from '@/lib/db/handle'"],
  ['components/a/b.tsx', "export const later = () => import('@/lib/db/handle')"],
  ['components/a/b.tsx', "import * as z from 'zod'"],
  ['components/a/b.tsx', "import { z } from 'zod/mini'"],
  ['components/a/b.tsx', 'export const x = process.env.X'],
  ['lib/forms/b.ts', "import { z } from 'zod'"],
  ['lib/forms/b.ts', "import '@/lib/service/error'"],
  ['lib/forms/b.ts', "import '../db/handle'"],
  ['lib/forms/b.ts', "import 'server-only'"],
  ['lib/forms/b.ts', "import 'node:fs'"],
  ['lib/service/b.ts', "import '@/lib/db/handle'"],
  ['lib/service/wire/b.ts', "import '../../db/handle'"],
  ['lib/service/b.ts', "import 'drizzle-orm/pg-core'"],
  ['lib/service/b.ts', "import '@/lib/leads/apply'"],
  ['lib/jobs/b.ts', "import '@/lib/leads/apply'"],
  ['lib/jobs/b.ts', "import '../leads/apply'"],
  ['lib/leads/b.ts', "import '@/components/ui/button'"],
  ['lib/leads/b.ts', "import '../../components/ui/button'"],
  ['lib/leads/b.ts', "import '@/app/frame'"],
  ['lib/leads/b.ts', "import '@/sandbox/demo'"],
  ['lib/leads/b.ts', "import '@/lib/worker/handlers'"],
  ['lib/leads/b.ts', 'export const x = process.env.X'],
  ['app/b.ts', 'export const x = process.env.X'],
  ['sandbox/b.ts', "import '@/lib/ids'"],
  ['sandbox/rest/b.ts', "import '../../lib/ids'"],
  ['scripts/b.ts', "import '@/app/frame'"],
  ['e2e/b.ts', "import '@/components/ui/button'"],
] as const;

const ACCEPTED = [
  ['components/a/b.tsx', "import '@/lib/leads/view'"],
  ['components/a/b.tsx', "import '@/lib/forms/rules'"],
  ['components/a/b.tsx', "import '../ui/button'"],
  ['components/a/b.tsx', "export * as z from 'zod/mini'"],
  ['lib/forms/b.ts', "import './field'"],
  ['lib/service/b.ts', "import '@/lib/forms/field'"],
  ['lib/jobs/b.ts', "import '@/lib/db/handle'"],
  ['lib/leads/b.ts', "import '@/lib/db/handle'"],
  ['lib/leads/b.test.ts', "import '@/sandbox/server'"],
  ['lib/worker/b.ts', "import '@/lib/leads/apply'"],
  ['app/b.ts', "import '@/components/ui/button'"],
  ['scripts/b.ts', 'export const x = process.env.X'],
] as const;

const RULES = /noRestrictedImports|noProcessEnv/;

let root: string;
let complaints: string[];

/** Each case gets a file of its own, because a rule is chosen by the file's folder and name. */
function fileOf([path]: readonly [string, string], number: number): string {
  return path.replace('b.', `case-${number}.`);
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'desk-rules-'));
  cpSync('biome.json', join(root, 'biome.json'));
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
    // It ends with 1, because there is something to complain about.
    return error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
  }
}

const complained = (file: string) => complaints.some((line) => line.includes(`${file},`));

describe('the import rules', () => {
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
