/** Pseudo-random numbers, the same in every run. */
export type Random = {
  /** 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  hex(bytes: number): string;
};

/** mulberry32: small, well distributed, good enough for realistic data only. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      const [first, ...rest] = from;
      if (first === undefined) throw new Error('nothing to pick from');
      return [first, ...rest][below(from.length)] ?? first;
    },
    hex: (bytes) => Array.from({ length: bytes }, () => below(256).toString(16).padStart(2, '0')).join(''),
  };
}
