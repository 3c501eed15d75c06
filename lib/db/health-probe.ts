import 'server-only';

/** Whether the database answers, without a query for every request. */
export type HealthProbe = {
  /** True if it answered within the last second, or answers now; false if it fails to, or takes too long. */
  answers(): Promise<boolean>;
  /** It answered another query. */
  markHealthy(): void;
  /** A connection broke: the last answer counts no longer. */
  invalidate(): void;
};

const GOOD_FOR_MS = 1_000;
const LIMIT_MS = 2_000;

/** @param ask one question to the database; all callers share the one under way */
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
    // The answer may lie there already, unread because this process was busy: it is looked for once more.
    const timer = setTimeout(() => setImmediate(resolve, false), ms);
    void answer.then((answered) => {
      clearTimeout(timer);
      resolve(answered);
    });
  });
}
