import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FolderUnusableError } from './folder';
import { FolderInUseError, lockFolder } from './lock';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'desk-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  folder = join(parent, 'data', 'db');
});
/** The shortest that the library accepts. */
const QUICK = { report: () => {}, times: { staleMs: 2_000, renewMs: 1_000 } };
const lock = (inside = folder) => lockFolder(inside, QUICK);

/** The lock of a process that was killed `ms` ago. */
function leaveLock(ms: number): void {
  const path = join(folder, 'desk.lock');
  mkdirSync(path, { recursive: true });
  const at = new Date(Date.now() - ms);
  utimesSync(path, at, at);
}

describe('the folder of the embedded database', () => {
  it.runIf(existsSync('/proc/self'))('that can’t be written is named with what to do', async () => {
    await expect(lock('/proc/self')).rejects.toThrow(FolderUnusableError);
  });

  it('belongs to the first process that opens it, and is free after release', async () => {
    const { release } = await lock();
    release();
    release();
    expect(readdirSync(folder), 'no files are left').toEqual([]);
    (await lock()).release();
  });

  it('is refused to a second process while the first lives, with a message that says what to do', async () => {
    const first = await lock();
    await expect(lockFolder(folder, { ...QUICK, waits: 'no' })).rejects.toThrow(FolderInUseError);
    await expect(lock()).rejects.toThrow(/in use by another Partner Desk \(process \d+ on .+\).*DATA_DIR/);
    first.release();
  });

  it('is claimed at once from a process that was killed a while ago', async () => {
    leaveLock(60_000);
    (await lockFolder(folder, { ...QUICK, waits: 'no' })).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is claimed from a process that was killed a moment ago once its lock is stale, and says why it waits', async () => {
    leaveLock(0);
    const said: string[] = [];
    (await lockFolder(folder, { ...QUICK, report: (text) => said.push(text) })).release();
    expect(said).toEqual([expect.stringContaining('was not released')]);
  });

  it('may be a copy of one that is in use, such as a restored backup', async () => {
    const { release } = await lock();
    const copy = join(parent, 'copy');
    cpSync(folder, copy, { recursive: true });
    expect(existsSync(join(copy, 'desk.lock'))).toBe(true);
    (await lock(copy)).release();
    release();
  });
});
