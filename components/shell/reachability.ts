import { useSyncExternalStore } from 'react';

/** Whether the desk answers this page. `offline`: the browser reports that it has no network. */
type Reach = 'reachable' | 'offline' | 'unreachable';

const HEALTH = '/api/health';
const PROBE_TIMEOUT_MS = 5_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/** The external dependencies; replaced in tests. */
export type ReachSources = {
  /** Probes the desk; must not throw. */
  probe: () => Promise<boolean>;
  hasNetwork: () => boolean;
  /** 0 to 1 */
  random: () => number;
  /** Calls once after `ms`, and returns its cancel function. */
  later: (call: () => void, ms: number) => () => void;
};

export type Reachability = ReturnType<typeof createReachability>;

/**
 * Tracks whether the desk is reachable. A failed request is reported with `lost`; from then on the desk is
 * probed at growing intervals until it answers, which resolves every `regained`.
 */
export function createReachability({ probe, hasNetwork, random, later }: ReachSources) {
  let reach: Reach = 'reachable';
  let failures = 0;
  /** Answers in a row without a network: the first may have been on its way when it went, and some browsers misreport. */
  let unsure = 0;
  let probing: Promise<boolean> | undefined;
  let cancelNext = () => {};
  const listeners = new Set<() => void>();

  function set(next: Reach): void {
    if (next === reach) return;
    reach = next;
    for (const listener of [...listeners]) listener();
  }

  function planProbe(): void {
    cancelNext();
    const full = Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
    // Half of it is random, so that not every open page calls a restarted desk in the same moment.
    cancelNext = later(() => void check(), full / 2 + (full / 2) * random());
  }

  /** @param attempts how often the same request has failed so far: the next probe waits accordingly */
  function lost(attempts = 1): void {
    failures = Math.max(failures, attempts);
    set(hasNetwork() ? 'unreachable' : 'offline');
    planProbe();
  }

  function answered(): void {
    failures = 0;
    cancelNext();
    set('reachable');
  }

  /** Probes now. One probe at a time: concurrent callers share its result. */
  function check(): Promise<boolean> {
    probing ??= probe().then((isAnswered) => {
      probing = undefined;
      unsure = isAnswered && !hasNetwork() ? unsure + 1 : 0;
      const isThere = isAnswered && unsure !== 1;
      if (isThere) answered();
      else if (isAnswered) planProbe();
      else lost(failures + 1);
      return isThere;
    });
    return probing;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Resolves when the desk is reachable; immediately if it is now. */
  function regained(): Promise<void> {
    if (reach === 'reachable') return Promise.resolve();
    return new Promise((resolve) => {
      const leave = subscribe(() => {
        if (reach !== 'reachable') return;
        leave();
        resolve();
      });
    });
  }

  return { get: () => reach, subscribe, check, lost, answered, regained };
}

/** This page's instance. Makes no request until `check` or `lost` is called. */
export const reachability = createReachability({
  probe: probeDesk,
  hasNetwork: () => navigator.onLine,
  random: Math.random,
  later: (call, ms) => {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
});

/**
 * True if the desk itself answers; responses of a proxy (502 to 504) or a hotspot (a page) do not count. A
 * proxy may block the health endpoint from outside: its refusal counts as reachable, because the desk may
 * well be up.
 */
async function probeDesk(): Promise<boolean> {
  try {
    const response = await fetch(HEALTH, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
    });
    const isOwn = response.headers.get('content-type')?.startsWith('application/json') === true;
    return response.ok ? isOwn : response.status < 500;
  } catch {
    return false;
  }
}

/** Whether the desk is currently reachable. True when rendered on the server. */
export function useReachability(): Reach {
  return useSyncExternalStore(reachability.subscribe, reachability.get, () => 'reachable');
}
