import { expect, it } from 'vitest';
import { unpackCounts } from './packed-counts';

it.each<[string, number[]]>([
  ['0', [0]],
  ['7', [7]],
  ['99999999', [99_999_999]],
  ['100000000', [0, 1]],
  ['1200000003', [3, 12]],
  ['50000000000000007', [7, 0, 5]],
])('%s holds %o', (packed, counts) => expect(unpackCounts(packed)).toEqual(counts));
