import 'server-only';
import { setTimeout } from 'node:timers/promises';

/**
 * Resolves with the result of `work`, but not before `ms` milliseconds: the response time then reveals
 * nothing about the work, as long as that took less.
 */
export async function noSoonerThan<T>(ms: number, work: Promise<T>): Promise<T> {
  await Promise.allSettled([work, setTimeout(ms)]);
  return work;
}
