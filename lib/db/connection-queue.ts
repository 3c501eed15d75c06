import 'server-only';
import { AsyncLocalStorage } from 'node:async_hooks';
import { singleton } from '@/lib/core/singleton';

const background = () => singleton('background-work', () => new AsyncLocalStorage<true>());

/**
 * Runs work that nobody waits for. Where the database has one connection, its statements and transactions let those of
 * waiting people go first.
 */
export function inBackground<T>(work: () => Promise<T>): Promise<T> {
  return background().run(true, work);
}

/**
 * A page asks one question after the other, with a moment between: so long after each answer the connection waits for the
 * next one. Otherwise a page would wait for a whole transaction of a job after each of its questions.
 */
const NEXT_QUESTION_MS = 10;
/** So often background work gets a turn, however many people ask: it must not stand still. */
const MAX_WAIT_MS = 100;

/** Runs `work` alone, when it is its turn. */
export type RunQueued = <T>(work: () => Promise<T>) => Promise<T>;

/** The turns of the one connection of the embedded database: people first, each group in the order of asking. */
export function createConnectionQueue(): RunQueued {
  const people: (() => void)[] = [];
  const others: (() => void)[] = [];
  let isBusy = false;
  /** While the connection waits for a person's next question. */
  let pausing: NodeJS.Timeout | undefined;
  /** Since when background work waits for a turn. */
  let othersAt = 0;

  function begin(turn: (() => void) | undefined): void {
    if (turn) turn();
    else isBusy = false;
  }

  function beginOthers(): void {
    pausing = undefined;
    othersAt = performance.now();
    begin(others.shift());
  }

  function next(wasPerson: boolean): void {
    const isOverdue = others.length > 0 && performance.now() - othersAt >= MAX_WAIT_MS;
    if (people.length > 0 && !isOverdue) begin(people.shift());
    else if (wasPerson && others.length > 0 && !isOverdue)
      pausing = setTimeout(beginOthers, NEXT_QUESTION_MS);
    else beginOthers();
  }

  function wait(isPerson: boolean): Promise<void> {
    if (!isPerson && others.length === 0) othersAt = performance.now();
    return new Promise((turn) => {
      (isPerson ? people : others).push(turn);
      if (!isPerson || !pausing) return;
      clearTimeout(pausing);
      pausing = undefined;
      begin(people.shift());
    });
  }

  return async (work) => {
    const isPerson = !background().getStore();
    if (isBusy) await wait(isPerson);
    isBusy = true;
    try {
      return await work();
    } finally {
      next(isPerson);
    }
  };
}
