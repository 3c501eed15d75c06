import 'server-only';
import { setTimeout } from 'node:timers/promises';

/**
 * Fulfils with what `work` comes to, and no sooner than after `ms` milliseconds: how long an answer takes then tells
 * nothing of what was done for it, as long as that took less.
 */
export async function noSoonerThan<T>(ms: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, setTimeout(ms)]);
  return work;
}
