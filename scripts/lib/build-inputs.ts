import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Everything that a production build is made from. Tests are not. */
const INPUTS = [
  'app',
  'components',
  'lib',
  'messages',
  'public',
  'instrumentation.ts',
  'instrumentation-client.ts',
  'proxy.ts',
  'next.config.ts',
  'next.config.js',
  'next.config.mjs',
  'postcss.config.js',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
];

const NOT_BUILT = /\.test\.tsx?$/;

/** A hash that changes whenever a file that the build of `root` reads is changed, added or removed. */
export function hashBuildInputs(root: string): string {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap((input) => listFiles(root, input))) {
    const content = readFileSync(join(root, path));
    // Lengths distinguish "a" + "bc" from "ab" + "c".
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function listFiles(root: string, path: string): string[] {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return NOT_BUILT.test(path) ? [] : [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => listFiles(root, `${path}/${name}`));
}
