import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that wait for minutes, the longest first: one that starts last would run on alone at the end. */
export const LONGEST = ['tests/faults/tokens.slow.faults.ts'];

/** Vitest's own order, which on a clean checkout goes by the size of files, after the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return rank === -1 ? LONGEST.length : rank;
    };
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
