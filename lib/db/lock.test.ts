import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FolderInUseError, lockFolder } from './lock';

let folder = '';
beforeEach(() => {
  const parent = mkdtempSync(join(tmpdir(), 'desk-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  folder = join(parent, 'data', 'db');
});
const lockFile = () => join(folder, 'desk.lock');

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

describe('the folder of the embedded database', () => {
  it('belongs to the first that opens it, and is free again when given back', () => {
    const release = lockFolder(folder);
    expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.pid));
    release();
    expect(existsSync(lockFile())).toBe(false);
    lockFolder(folder)();
  });

  it('is refused to a second while the first lives, in a sentence that says what to do', () => {
    lockFolder(folder)();
    writeFileSync(lockFile(), String(process.ppid));
    expect(() => lockFolder(folder)).toThrow(FolderInUseError);
    expect(() => lockFolder(folder)).toThrow(/in use by another Partner Desk \(process \d+\).*DATA_DIR/);
    expect(readFileSync(lockFile(), 'utf8'), 'the first keeps it').toBe(String(process.ppid));
  });

  it.each([
    ['that has ended', () => String(deadPid())],
    ['with the same id, as in a container that was started again', () => String(process.pid)],
    ['that died before it wrote its id', () => ''],
    ['that is none', () => 'not a number'],
    ['with an impossible id', () => '-1'],
  ])('is taken over from a process %s', (_, holder) => {
    lockFolder(folder)();
    writeFileSync(lockFile(), holder());
    const release = lockFolder(folder);
    expect(readFileSync(lockFile(), 'utf8')).toBe(String(process.pid));
    release();
  });
});
