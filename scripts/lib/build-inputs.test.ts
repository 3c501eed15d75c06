import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hashBuildInputs } from './build-inputs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'desk-inputs-'));
  write('app/page.tsx', 'one');
  write('messages/en.json', '{}');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

describe('a rebuild happens', () => {
  it('not while nothing changes', () => {
    expect(hashBuildInputs(root)).toBe(hashBuildInputs(root));
  });

  it.each([
    ['a file changes', () => write('app/page.tsx', 'two')],
    ['a text changes', () => write('messages/en.json', '{"a":1}')],
    ['a file comes', () => write('lib/new.ts', '')],
    ['a file goes', () => rmSync(join(root, 'app/page.tsx'))],
    ['the packages change', () => write('package-lock.json', '{}')],
    [
      'what is typed moves from one file to the next',
      () => {
        write('app/page.tsx', 'on');
        write('lib/new.ts', 'e');
      },
    ],
  ])('when %s', (_what, change) => {
    const before = hashBuildInputs(root);
    change();
    expect(hashBuildInputs(root)).not.toBe(before);
  });

  it('not when only a test, a document or a script changes', () => {
    const before = hashBuildInputs(root);
    write('lib/new.test.ts', 'x');
    write('docs/setup.md', 'x');
    write('scripts/x.ts', 'x');
    expect(hashBuildInputs(root)).toBe(before);
  });
});
