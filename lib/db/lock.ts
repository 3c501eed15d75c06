import 'server-only';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createFolder } from './folder';
import { beatLock, type FoundLock, moveLockAway, readLock, removeOwnLock, tryCreateLock } from './lock-file';
import { isOnThisKernel, livenessOf, newOwner, type Owner } from './lock-owner';
import { type LifeSocket, listenIn, probeAll, removeOthers } from './lock-socket';

/** The folder is in use by another running process. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';

  constructor(
    folder: string,
    /** The process that holds it, by its own description; undefined if unreadable. */
    readonly holder: Pick<Owner, 'pid' | 'host'> | undefined,
  ) {
    const who = holder ? `process ${holder.pid} on ${holder.host}` : 'unknown process';
    super(
      `${folder} is in use by another Partner Desk (${who}). Stop that one first, which may run in a container or on another machine, or set DATA_DIR to another folder.`,
    );
  }
}

/** A folder owned by this process. */
export type FolderLock = {
  /** Ends this process if another one owns the folder by now. Cheap: checks at most ten times a second. */
  check(): void;
  release(): void;
};

/** In milliseconds, by this process's own monotonic clock: clocks of two machines are never compared. */
type Times = {
  /** The interval of the owner's heartbeat. */
  beatMs: number;
  /** How long a lock must be unchanged before it is claimed, if no process on this kernel listens. */
  shortWatchMs: number;
  /** The same, if the owner may be on another machine, or has no socket. */
  longWatchMs: number;
  /** How long a new owner waits: an old owner that was only slow has noticed and exited by then. */
  graceMs: number;
};

const TIMES: Times = { beatMs: 1_000, shortWatchMs: 3_000, longWatchMs: 15_000, graceMs: 2_500 };
const POLL_MS = 250;
const CHECK_MS = 100;
const LOCK_FILE = 'desk.lock';
/** Each round ends with the lock, or with a reason; other processes may come and go between two rounds. */
const ROUNDS = 5;

type LockOptions = {
  /** Called once if it takes a while. */
  report?: (text: string) => void;
  times?: Partial<Times>;
};

/**
 * Claims `folder` for this process.
 *
 * PGlite does not lock its folder, and two processes in one folder destroy it. The lock holds between
 * containers, whose processes cannot see each other, and between machines that share the folder. A stale lock
 * is claimed: immediately if its process is known to be gone, else after some seconds without change. An
 * owner that was frozen or suspended in the meantime exits when it resumes.
 *
 * @throws {FolderInUseError} if another process holds it
 * @throws {FolderUnusableError} if it can't be created or written
 */
export async function lockFolder(
  folder: string,
  { report = reportToTerminal, times }: LockOptions = {},
): Promise<FolderLock> {
  const set = { ...TIMES, ...times };
  const path = join(folder, LOCK_FILE);
  const owner = newOwner();
  createFolder(folder);
  let hasWatched = false;
  for (let round = 0; round < ROUNDS; round += 1) {
    const signOfLife = await probeAll(folder);
    const found = readLock(path);
    if (signOfLife === 'answered') throw new FolderInUseError(folder, found?.owner);
    if (!found) {
      if (tryCreateLock(path, owner)) return hold({ folder, path, owner, times: set, hasWatched });
      continue;
    }
    const liveness = found.owner ? livenessOf(found.owner, found.inode) : 'unknown';
    if (liveness === 'alive') throw new FolderInUseError(folder, found.owner);
    if (liveness === 'unknown') {
      const isHere = found.owner?.hasSocket === true && isOnThisKernel(found.owner);
      const ms = isHere && signOfLife === 'refused' ? set.shortWatchMs : set.longWatchMs;
      if (!hasWatched) report(waitingText(folder, ms + set.graceMs));
      const isSilent = await staysSilent(path, { found, ms });
      if (!isSilent) throw new FolderInUseError(folder, readLock(path)?.owner);
      hasWatched = true;
    }
    moveLockAway(path, found);
  }
  throw new FolderInUseError(folder, readLock(path)?.owner);
}

type Lock = { folder: string; path: string; owner: Owner; times: Times; hasWatched: boolean };

async function hold({ folder, path, owner, times, hasWatched }: Lock): Promise<FolderLock> {
  let socket: LifeSocket | undefined;
  let checkedAt = performance.now();
  let isReleased = false;
  const isOurs = () => beatLock(path, owner);
  const release = () => {
    if (isReleased) return;
    isReleased = true;
    clearInterval(heart);
    process.off('exit', release);
    socket?.close();
    removeOwnLock(path, owner);
  };
  const heart = setInterval(() => check(true), times.beatMs);
  heart.unref();
  process.on('exit', release);
  function check(now: boolean): void {
    // A process that was stopped has a long gap here; one that was suspended exits at its next heartbeat.
    if (!now && performance.now() - checkedAt < CHECK_MS) return;
    checkedAt = performance.now();
    if (isOurs()) return;
    process.stderr.write(`${folder} is now used by another Partner Desk. This one is stopping.\n`);
    process.exit(1);
  }
  try {
    socket = await listenIn(folder, owner.id);
    owner.hasSocket = socket !== undefined;
    if (hasWatched) await pause(times.graceMs);
    if (!isOurs()) throw new FolderInUseError(folder, readLock(path)?.owner);
    removeOthers(folder, owner.id);
    return { check: () => check(false), release };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * True if the lock was unchanged for `ms`, or was released. Time during which this process was stopped counts
 * little.
 */
async function staysSilent(path: string, { found, ms }: { found: FoundLock; ms: number }): Promise<boolean> {
  let watched = 0;
  while (watched < ms) {
    const began = performance.now();
    await pause(Math.min(POLL_MS, ms));
    const now = readLock(path);
    if (!now) return true;
    if (now.text !== found.text || now.inode !== found.inode) return false;
    watched += Math.min(performance.now() - began, 2 * POLL_MS);
  }
  return true;
}

function waitingText(folder: string, ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${folder} was not released. Waiting ${seconds} s to make sure that no one is using it.`;
}

function reportToTerminal(text: string): void {
  process.stderr.write(`${text}\n`);
}
