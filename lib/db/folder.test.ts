import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFolder, FolderUnusableError, findFolderProblem } from './folder';

const folder = mkdtempSync(join(tmpdir(), 'desk-folder-'));
beforeAll(() => {
  writeFileSync(join(folder, 'file'), '');
  symlinkSync(join(folder, 'nowhere', 'target'), join(folder, 'dangling'));
  symlinkSync(join(folder, 'loop'), join(folder, 'loop'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is created with its parents, once', () => {
  const path = join(folder, 'a', 'b', 'c');
  expect(findFolderProblem(path)).toBeUndefined();
  expect(existsSync(join(folder, 'a')), 'looking creates nothing').toBe(false);
  createFolder(path);
  createFolder(path);
  expect(existsSync(path)).toBe(true);
});

it.each([
  ['file', /EEXIST/],
  ['file/db', /ENOTDIR/],
  ['dangling', /EEXIST/],
  ['dangling/db', /ENOENT|EEXIST/],
  ['loop/db', /ELOOP/],
])('%s is refused with a sentence that says what to do, and beforehand', (name, code) => {
  const path = join(folder, name);
  expect(() => createFolder(path)).toThrow(FolderUnusableError);
  expect(() => createFolder(path)).toThrow(code);
  expect(() => createFolder(path)).toThrow('can’t be created or written by this user');
  expect(findFolderProblem(path)).toMatch(/^E[A-Z]+$/);
});

it.runIf(existsSync('/proc/self'))('below /proc ends', () => {
  expect(() => createFolder('/proc/none/db')).toThrow('/proc/none/db can’t be created');
});

it('names a full disk', () => {
  expect(new FolderUnusableError('/data', 'ENOSPC').message).toContain(
    'No space is left on the disk of /data',
  );
});
