import 'server-only';
import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, platform } from 'node:os';
import { z } from 'zod';

/** Who holds the folder, as it stands in the lock. */
const ownerSchema = z.object({
  id: z.string().min(1),
  pid: z.int().positive(),
  host: z.string(),
  /** One boot of one kernel; '' where that cannot be known. */
  kernel: z.string(),
  /** Process ids mean something only within it; '' where that cannot be known. */
  pidNamespace: z.string(),
  /** When the process began, in the kernel's own count: ids are used again. '' where that cannot be known. */
  startedAt: z.string(),
  /** It listens on the socket beside the lock. */
  hasSocket: z.boolean(),
  /** The lock file as its owner made it: in a copy of the folder the number is another. */
  inode: z.string(),
  /** Grows while the owner lives. */
  beat: z.int(),
});

export type Owner = z.infer<typeof ownerSchema>;

/** What the lock says of its owner. `unknown`: only watching the lock can tell. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** Each lock is as long as every other, so that a new beat is written over the old one in one piece. */
const LENGTH = 512;
/** Name of a host as DNS allows it; longer ones are cut. */
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

export function toText(owner: Owner): string {
  return `${JSON.stringify(owner).padEnd(LENGTH - 1)}\n`;
}

/** Undefined for what no owner wrote, or has not written to its end. */
export function readOwner(text: string): Owner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** True if `owner` ran on this very kernel since it was booted. */
export function isOnThisKernel(owner: Owner): boolean {
  return owner.kernel !== '' && owner.kernel === kernelId();
}

/**
 * What is known of the owner's process, without asking it.
 *
 * @param inode of the lock file that names it: a copy of a lock says nothing of who lives
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

/** When a process began; 'ended' if only its parent has not noticed yet; undefined if it cannot be seen. */
function startOf(pid: string): string | undefined {
  const stat = orElse(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), undefined);
  // The name in the middle may hold blanks and brackets. Behind it: state, then 18 others, then the start.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : fields[19];
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
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
