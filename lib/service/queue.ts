import 'server-only';
import { ServiceError } from './error';
import { hasPlace, type Lanes, readyIn } from './lanes';
import { take } from './pace';
import { CALL_CLASSES, type CallClass } from './token-store';

export type Queue = {
  /** Resolves when a call of the class may go out, which then counts as under way. */
  turn(callClass: CallClass): Promise<void>;
  /** A call has ended or a pause began: look who may go now. */
  pump(): void;
};

type Waiter = { deadline: number; start: () => void; refuse: (waitMs: number) => void };

const LONGEST_WAIT_MS = 3_000;
const SHORTEST_REST_MS = 500;

/** Lets calls go in the order of their classes. Nobody waits longer than three seconds: they are told to come back. */
export function createQueue({
  lanes,
  now,
  wait,
}: {
  lanes: Lanes;
  now: () => Date;
  wait: (ms: number) => Promise<unknown>;
}): Queue {
  const waiting: Record<CallClass, Waiter[]> = { create: [], refresh: [], sweep: [] };
  const clock = () => now().getTime();
  let wakeAt = Number.POSITIVE_INFINITY;

  /** Starts whoever may start, most urgent first, and sees to it that someone looks again in time. */
  function pump(): void {
    const soonest = Math.min(...CALL_CLASSES.map(serve));
    if (soonest >= wakeAt) return;
    wakeAt = soonest;
    void wait(Math.max(1, soonest - clock())).then(() => {
      // Overtaken by an earlier look, which has seen to the next: each would go on for ever.
      if (wakeAt !== soonest) return;
      wakeAt = Number.POSITIVE_INFINITY;
      pump();
    });
  }

  /** Serves one class as far as possible; answers when to look again. */
  function serve(callClass: CallClass): number {
    const queue = waiting[callClass];
    for (let first = queue[0]; first; first = queue[0]) {
      const at = clock();
      const readyAt = at + readyIn(lanes[callClass], { now: at, calls: 1 });
      const mayGo = readyAt === at && hasPlace(lanes, callClass);
      if (!mayGo && readyAt < first.deadline) return readyAt > at ? readyAt : first.deadline;
      queue.shift();
      if (mayGo) first.start();
      else first.refuse(Math.max(SHORTEST_REST_MS, readyAt - at));
    }
    return Number.POSITIVE_INFINITY;
  }

  function start(callClass: CallClass): void {
    const lane = lanes[callClass];
    lane.pace = take(lane.pace, clock());
    lane.running += 1;
  }

  return {
    pump,
    turn(callClass) {
      const queue = waiting[callClass];
      const expected = readyIn(lanes[callClass], { now: clock(), calls: queue.length + 1 });
      if (expected > LONGEST_WAIT_MS) return Promise.reject(tooBusy(callClass, expected));
      return new Promise((resolve, reject) => {
        queue.push({
          deadline: clock() + LONGEST_WAIT_MS,
          start: () => resolve(start(callClass)),
          refuse: (waitMs) => reject(tooBusy(callClass, waitMs)),
        });
        pump();
      });
    },
  };
}

function tooBusy(callClass: CallClass, waitMs: number): ServiceError {
  return new ServiceError('rate-limited', `${callClass}: no call may go out within a few seconds`, {
    retryAfterMs: waitMs,
    reached: 'no',
  });
}
