/** The geometry of a bar chart in pixels from the top: pure, so that it is tested without a page. */

export type Segment = { index: number; y: number; height: number };

export const HEIGHT = 200;
/** Room for the sums above the bars and for the days below. */
const TOP = 20;
const BASE = 176;
/** A single lead among thousands is still seen. */
const LEAST = 2;

/** From the bottom up, one segment for each count that is not zero. `most` is the largest sum of any bar. */
export function stack(counts: readonly number[], most: number): { segments: Segment[]; top: number } {
  const scale = most > 0 ? (BASE - TOP) / most : 0;
  const segments: Segment[] = [];
  let top = BASE;
  for (const [index, count] of counts.entries()) {
    if (count <= 0) continue;
    const height = Math.max(LEAST, Math.round(count * scale));
    top -= height;
    segments.push({ index, y: top, height });
  }
  return { segments, top };
}

export const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** Every which bar has its label, so that they do not run into each other on a phone. */
export const labelEvery = (bars: number) => Math.max(1, Math.ceil(bars / 4));

/** A place in percent of the width, short. */
export const percent = (share: number) => `${Math.round(share * 10_000) / 100}%`;
