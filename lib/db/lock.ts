import 'server-only';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import lockfile from 'proper-lockfile';
import { z } from 'zod';
import { createFolder, toFolderError } from './folder';

const ownerSchema = z.object({ id: z.string(), pid: z.int(), host: z.string() });
type Owner = z.infer<typeof ownerSchema>;

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
  /** Ends this process if another one owns the folder by now. Cheap: reads at most ten times a second. */
  check(): void;
  release(): void;
};

/** In milliseconds. */
type Times = {
  /** A lock that its owner has not renewed for so long is claimed by the next one. At least 2,000. */
  staleMs: number;
  /** How often the owner renews it. */
  renewMs: number;
};

const TIMES: Times = { staleMs: 12_000, renewMs: 2_000 };
const POLL_MS = 500;
const CHECK_MS = 100;

type LockOptions = {
  /** Called once if it takes a while. */
  report?: (text: string) => void;
  /** `no`: a folder whose lock is not stale is in use, also if its owner was killed a moment ago. */
  waits?: 'yes' | 'no';
  times?: Times;
};

/**
 * Claims `folder` for this process.
 *
 * PGlite does not lock its folder, and two processes in one folder destroy it. The lock is a folder beside the database
 * whose time its owner renews, so it holds between containers and between machines that share the disk. That of a process
 * that was killed is claimed after some seconds. An owner that was frozen or suspended in the meantime exits when it
 * resumes: it finds another owner's id.
 *
 * @throws {FolderInUseError} if another process holds it
 * @throws {FolderUnusableError} if it can't be created or written
 */
export async function lockFolder(
  folder: string,
  { report = reportToTerminal, waits = 'yes', times = TIMES }: LockOptions = {},
): Promise<FolderLock> {
  createFolder(folder);
  const owner: Owner = { id: randomUUID(), pid: process.pid, host: hostname() };
  const ownerFile = join(folder, 'desk.owner');
  const isOurs = () => readOwner(ownerFile)?.id === owner.id;
  let isReleased = false;
  const leave = () => {
    process.stderr.write(`${folder} is now used by another Partner Desk. This one is stopping.\n`);
    process.exit(1);
  };
  const options = {
    lockfilePath: join(folder, 'desk.lock'),
    realpath: false,
    stale: times.staleMs,
    update: times.renewMs,
    onCompromised: leave,
    // At its exit the library removes what it has locked, which may be another owner's by then.
    fs: {
      ...fs,
      rmdirSync: (path: string) => {
        if (isReleased || isOurs()) fs.rmdirSync(path);
      },
    },
  };
  await claim(folder, { options, ownerFile, report, waits, times });
  let checkedAt = performance.now();
  const release = () => {
    process.off('exit', release);
    if (isReleased || !isOurs()) return;
    isReleased = true;
    fs.rmSync(ownerFile, { force: true });
    lockfile.unlockSync(folder, options);
  };
  try {
    fs.writeFileSync(ownerFile, JSON.stringify(owner));
  } catch (error) {
    isReleased = true;
    lockfile.unlockSync(folder, options);
    throw toFolderError(error, folder);
  }
  process.on('exit', release);
  return {
    check() {
      if (performance.now() - checkedAt < CHECK_MS) return;
      checkedAt = performance.now();
      if (!isOurs()) leave();
    },
    release,
  };
}

type Claim = Required<LockOptions> & { options: lockfile.LockOptions; ownerFile: string };

/** A lock is renewed while its owner lives: one that is not ours after the time in which it turns stale is held. */
async function claim(folder: string, { options, ownerFile, report, waits, times }: Claim): Promise<void> {
  const tries = waits === 'yes' ? Math.ceil((times.staleMs + 2 * POLL_MS) / POLL_MS) : 0;
  for (let left = tries; ; left -= 1) {
    try {
      await lockfile.lock(folder, options);
      return;
    } catch (error) {
      if (!isHeld(error)) throw toFolderError(error, folder);
      if (left === 0) throw new FolderInUseError(folder, readOwner(ownerFile));
    }
    if (left === tries) report(waitingText(folder, times.staleMs));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

const isHeld = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ELOCKED';

/** Undefined for a file that is not there, or was written in part. */
function readOwner(file: string): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(fs.readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function waitingText(folder: string, ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${folder} was not released. Waiting up to ${seconds} s to make sure that no one is using it.`;
}

function reportToTerminal(text: string): void {
  process.stderr.write(`${text}\n`);
}
