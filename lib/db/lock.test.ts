import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FolderUnusableError } from './folder';
import { FolderInUseError, lockFolder } from './lock';
import { newOwner, type Owner, readOwner, toText } from './lock-owner';

let parent = '';
let folder = '';
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'desk-lock-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  folder = join(parent, 'data', 'db');
});
const lockFile = (inside = folder) => join(inside, 'desk.lock');
const QUICK = { report: () => {}, times: { beatMs: 20, shortWatchMs: 100, longWatchMs: 300, graceMs: 40 } };
const lock = (inside = folder) => lockFolder(inside, QUICK);

/** The id of a process that has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

function leaveLock(text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(lockFile(), text);
}
const leftBy = (changes: Partial<Owner>) => toText({ ...newOwner(), hasSocket: true, ...changes });

describe('the folder of the embedded database', () => {
  it.runIf(existsSync('/proc/self'))('that can’t be written is named with what to do', async () => {
    await expect(lock('/proc/self')).rejects.toThrow(FolderUnusableError);
  });

  it('belongs to the first process that opens it, and is free after release', async () => {
    const { release } = await lock();
    expect(readOwner(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    release();
    release();
    expect(readdirSync(folder), 'no files are left').toEqual([]);
    (await lock()).release();
  });

  it('is refused to a second process while the first lives, with a message that says what to do', async () => {
    const first = await lock();
    await expect(lock()).rejects.toThrow(FolderInUseError);
    await expect(lock()).rejects.toThrow(/in use by another Partner Desk \(process \d+ on .+\).*DATA_DIR/);
    first.release();
  });

  it('is refused even if the lock was deleted, as long as its owner listens', async () => {
    const first = await lock();
    rmSync(lockFile());
    await expect(lock()).rejects.toThrow(FolderInUseError);
    first.release();
  });

  it.each([
    ['that has ended', () => leftBy({ pid: deadPid() })],
    ['whose id another process has now', () => leftBy({ pid: process.ppid, startedAt: '1' })],
    ['with our own id, as in a container that was started again', () => leftBy({ startedAt: '1' })],
    ['in a container that is gone', () => leftBy({ pid: 1, pidNamespace: 'pid:[1]' })],
    ['from before the machine was started again', () => leftBy({ kernel: 'another boot' })],
    [
      'on another machine that is silent',
      () => leftBy({ kernel: 'another', host: 'other', hasSocket: false }),
    ],
    ['that died before it wrote who it is', () => ''],
    ['that is none', () => 'not a number'],
    ['of an earlier version', () => String(process.ppid)],
  ])('is claimed from a process %s', async (_, left) => {
    leaveLock(left());
    const { release } = await lock();
    expect(readOwner(readFileSync(lockFile(), 'utf8'))).toMatchObject({ pid: process.pid });
    release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is claimed immediately if its process is known to be gone', async () => {
    leaveLock(leftBy({ pid: deadPid() }));
    const forever = { longWatchMs: 600_000, shortWatchMs: 600_000, graceMs: 600_000 };
    (await lockFolder(folder, { ...QUICK, times: forever })).release();
  });

  it('is refused while an owner in another namespace shows signs of life', async () => {
    const owner = { ...newOwner(), kernel: 'another', host: 'other' };
    leaveLock(toText(owner));
    const heart = setInterval(() => {
      owner.beat += 1;
      writeFileSync(lockFile(), toText(owner));
    }, 20);
    onTestFinished(() => clearInterval(heart));
    await expect(lock()).rejects.toThrow(/process \d+ on other/);
  });

  it('may be a copy of one that is in use, such as a restored backup', async () => {
    const { release } = await lock();
    const copy = join(parent, 'copy');
    cpSync(folder, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    expect(existsSync(lockFile(copy))).toBe(true);
    (await lock(copy)).release();
    release();
  });

  it('goes to one of many concurrent processes', async () => {
    leaveLock(leftBy({ kernel: 'another' }));
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => lock()));
    const taken = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(taken).toHaveLength(1);
    taken[0]?.release();
  });

  it('may have a path longer than a socket address', async () => {
    const deep = join(folder, 'a'.repeat(100), 'b'.repeat(100));
    const { release } = await lock(deep);
    expect(readdirSync(deep).some((name) => name.endsWith('.sock'))).toBe(process.platform === 'linux');
    await expect(lock(deep)).rejects.toThrow(FolderInUseError);
    release();
  });
});
