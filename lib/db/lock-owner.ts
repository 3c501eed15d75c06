import 'server-only';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, platform } from 'node:os';
import { z } from 'zod';

/** The owner of the folder, as written in the lock. */
const ownerSchema = z.object({
  id: z.string().min(1),
  pid: z.int().positive(),
  host: z.string(),
  /** Identifies one boot of one kernel; '' if unknown. */
  kernel: z.string(),
  /** The namespace of the process id; '' if unknown. */
  pidNamespace: z.string(),
  /** The process's start time as counted by the kernel, because ids are reused. '' if unknown. */
  startedAt: z.string(),
  /** Whether it listens on the socket next to the lock. */
  hasSocket: z.boolean(),
  /** The inode of the lock file its owner created: in a copy of the folder the number differs. */
  inode: z.string(),
  /** Increases while the owner lives. */
  beat: z.int(),
});

export type Owner = z.infer<typeof ownerSchema>;

/** What the lock shows about its owner. `unknown`: only watching the lock can tell. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** All locks have the same length, so that a new heartbeat overwrites the old one in one write. */
const LENGTH = 512;
/** The maximum length of a DNS host name; longer ones are truncated. */
const HOST_LENGTH = 63;

/** This process, as the owner of a lock that does not exist yet. */
export function newOwner(): Owner {
  return {
    id: randomUUID(),
    pid: process.pid,
    host: hostname().slice(0, HOST_LENGTH),
    kernel: kernelId(),
    pidNamespace: pidNamespace(),
    startedAt: startOf('self') ?? '',
    hasSocket: false,
    inode: '',
    beat: 0,
  };
}

/** The owner as the content of the lock file, always of the same length. */
export function toText(owner: Owner): string {
  return `${JSON.stringify(owner).padEnd(LENGTH - 1)}\n`;
}

/** Undefined for content that no owner wrote, or wrote only in part. */
export function readOwner(text: string): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** True if `owner` ran on this kernel since its last boot. */
export function isOnThisKernel(owner: Owner): boolean {
  return owner.kernel !== '' && owner.kernel === kernelId();
}

/**
 * What is known about the owner's process, without contacting it.
 *
 * @param inode of the lock file that names it: a copy of a lock says nothing about its owner
 */
export function livenessOf(owner: Owner, inode: string): Liveness {
  const isOurs = owner.pidNamespace !== '' && owner.pidNamespace === pidNamespace();
  if (!isOurs || !isOnThisKernel(owner)) return 'unknown';
  const startedAt = startOf(String(owner.pid));
  if (startedAt === undefined) return canSignal(owner.pid) ? 'unknown' : 'dead';
  if (startedAt !== owner.startedAt) return 'dead';
  return inode === owner.inode ? 'alive' : 'unknown';
}

function kernelId(): string {
  if (platform() !== 'linux') return `${platform()} ${hostname()}`;
  return orElse(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), '');
}

function pidNamespace(): string {
  return platform() === 'linux' ? orElse(() => readlinkSync('/proc/self/ns/pid'), '') : platform();
}

/** The start time of a process; 'ended' for a zombie; undefined if it is not visible. */
function startOf(pid: string): string | undefined {
  const stat = orElse(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), undefined);
  // The process name may contain spaces and brackets. After it: state, then 18 others, then the start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function orElse<T, U>(read: () => T, other: U): T | U {
  try {
    return read();
  } catch {
    return other;
  }
}
