import 'server-only';
import { type Ended, type Lane, learned, type Refusal, refused } from './rate-state';

/**
 * How calls of one class ended in this process since the shared state was last told. Telling it with the next
 * call's slot, and not for itself, saves a write per call; what a dying process did not tell is no loss.
 */
export type Tally = {
  note(end: { isRetry: boolean; outcome: 'success' | 'failure' }): void;
  /** A 429 that could not be told at once. */
  owe(refusal: Refusal): void;
  /** Takes out what there is, to be told or given back. */
  take(): { tell(lane: Lane, now: number): Lane; giveBack(): void };
};

const NOTHING: Ended = { successes: 0, deposits: 0, failedRetries: 0 };

export function createTally(): Tally {
  let ended = NOTHING;
  let refusals: Refusal[] = [];

  function add({ successes, deposits, failedRetries }: Ended): void {
    ended = {
      successes: ended.successes + successes,
      deposits: ended.deposits + deposits,
      failedRetries: ended.failedRetries + failedRetries,
    };
  }

  return {
    note({ isRetry, outcome }) {
      add({
        successes: Number(outcome === 'success'),
        deposits: Number(!isRetry || outcome === 'success'),
        failedRetries: Number(isRetry && outcome === 'failure'),
      });
    },
    owe(refusal) {
      refusals.push(refusal);
    },
    take() {
      const taken = { ended, refusals };
      ended = NOTHING;
      refusals = [];
      return {
        tell: (lane, now) =>
          taken.refusals.reduce(
            (before, refusal) => refused(before, refusal).state,
            learned(lane, { now, ...taken.ended }),
          ),
        giveBack() {
          add(taken.ended);
          refusals = [...taken.refusals, ...refusals];
        },
      };
    },
  };
}
