import { randomBytes } from 'node:crypto';

/** The clock and the source of random values. */
export type Environment = {
  now(): Date;
  /** 0 up to, not including, 1. */
  random(): number;
  /** So many random bytes, as lowercase hex. */
  hex(bytes: number): string;
};

export const ENVIRONMENT: Environment = {
  now: () => new Date(),
  random: Math.random,
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};
