import { execFileSync } from 'node:child_process';

/** The memory that a process holds, in bytes. */
export function rssOf({ pid }: { pid: number }): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024;
}
