import 'server-only';
import { type Pace, startPace, waitFor } from './pace';
import { CALL_CLASSES, type CallClass } from './token-store';

/** What the limiter knows of one class of calls. */
export type Lane = {
  pace: Pace;
  /** Calls under way. */
  running: number;
  /** Epoch milliseconds until which the class rests. */
  pausedUntil: number;
  /** 429s since the last success. */
  refusals: number;
};

export type Lanes = Record<CallClass, Lane>;

const START_PER_SECOND = { create: 10, refresh: 8, sweep: 4 } as const satisfies Record<CallClass, number>;
/** Calls under way at once, for the class and all less urgent ones: a create always finds a free place. */
const PLACES = { create: 8, refresh: 6, sweep: 2 } as const satisfies Record<CallClass, number>;

export function startLanes(now: number): Lanes {
  const lane = (callClass: CallClass): Lane => ({
    pace: startPace(START_PER_SECOND[callClass], now),
    running: 0,
    pausedUntil: 0,
    refusals: 0,
  });
  return { create: lane('create'), refresh: lane('refresh'), sweep: lane('sweep') };
}

/** Milliseconds until `calls` more calls of the lane may have gone out. */
export function readyIn(lane: Lane, { now, calls }: { now: number; calls: number }): number {
  return Math.max(0, lane.pausedUntil - now, waitFor(lane.pace, { now, calls }));
}

/** Whether one more call of the class fits beside those under way. */
export function hasPlace(lanes: Lanes, callClass: CallClass): boolean {
  const above = CALL_CLASSES.slice(0, CALL_CLASSES.indexOf(callClass) + 1);
  return above.every((shared) => {
    const running = from(shared).reduce((sum, one) => sum + lanes[one].running, 0);
    return running < PLACES[shared];
  });
}

/** The class and the less urgent ones. */
export function from(callClass: CallClass): readonly CallClass[] {
  return CALL_CLASSES.slice(CALL_CLASSES.indexOf(callClass));
}
