import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that wait for minutes, the longest first: one that starts last would run on alone at the end. */
export const LONGEST = [
  'tests/faults/webhooks.slow.faults.ts',
  'tests/faults/submissions.slow.faults.ts',
  'tests/faults/tokens-minute.slow.faults.ts',
  'tests/faults/tokens.slow.faults.ts',
  'tests/faults/service.faults.ts',
  'lib/sync/sweep-faults.db.test.ts',
];

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
