import { median } from './report';

/** Medians in milliseconds: with few leads, and with many. */
export type Compared = { few: number; many: number };

/**
 * Measures with few leads and with many in turn, so that whatever else the machine does delays both alike. Both functions
 * return the milliseconds they took.
 */
export async function compareInTurn(
  { few, many }: { few: () => Promise<number>; many: () => Promise<number> },
  rounds: number,
): Promise<Compared> {
  const times: { few: number[]; many: number[] } = { few: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const [before, after] = [await few(), await many()];
    // The first round warms the caches.
    if (round === 0) continue;
    times.few.push(before);
    times.many.push(after);
  }
  return { few: median(times.few), many: median(times.many) };
}

/** The milliseconds that some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
