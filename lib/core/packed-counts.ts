/**
 * Many counts in one decimal number, eight digits for each from the end, so that the database adds all of them up at once, as
 * it does any numbers. Exact as long as none is negative or beyond 99,999,999 after it was added up.
 */
const DIGITS = 8;

/**
 * The counts in a number that the database wrote as text, from the first on; those after the last that is not zero are left
 * out. Digit by digit: a report reads thousands of counts, nearly all of them zero, and cutting texts took about as long as
 * the database took to add them up.
 */
export function unpackCounts(packed: string): number[] {
  const counts: number[] = [];
  for (let end = packed.length; end > 0; end -= DIGITS) {
    let count = 0;
    for (let at = Math.max(0, end - DIGITS); at < end; at += 1)
      count = count * 10 + packed.charCodeAt(at) - ZERO;
    counts.push(count);
  }
  return counts;
}

const ZERO = '0'.charCodeAt(0);
