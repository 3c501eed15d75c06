import 'server-only';

/** Whether the database answers, without a query for every request. */
export type HealthProbe = {
  /** True if it answered within the last second, or answers now; false on an error or a timeout. */
  answers(): Promise<boolean>;
  /** Reports that it answered another query. */
  markHealthy(): void;
  /** Reports a broken connection: the last answer no longer counts. */
  invalidate(): void;
};

const GOOD_FOR_MS = 1_000;
const LIMIT_MS = 2_000;

/** @param ask one query to the database; concurrent callers share it */
export function createHealthProbe(
  ask: () => Promise<unknown>,
  { goodForMs = GOOD_FOR_MS, limitMs = LIMIT_MS } = {},
): HealthProbe {
  let goodUntil = Number.NEGATIVE_INFINITY;
  let open: Promise<boolean> | undefined;

  async function question(): Promise<boolean> {
    try {
      await ask();
      goodUntil = performance.now() + goodForMs;
      return true;
    } catch {
      return false;
    } finally {
      open = undefined;
    }
  }

  return {
    async answers() {
      if (performance.now() < goodUntil) return true;
      open ??= question();
      return inTime(open, limitMs);
    },
    markHealthy() {
      goodUntil = performance.now() + goodForMs;
    },
    invalidate() {
      goodUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

function inTime(answer: Promise<boolean>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    // The answer may have arrived, unread because this process was busy: check once more.
    const timer = setTimeout(() => setImmediate(resolve, false), ms);
    void answer.then((answered) => {
      clearTimeout(timer);
      resolve(answered);
    });
  });
}
