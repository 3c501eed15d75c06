/** Limits the rate of calls, per key: a bucket that holds one second's worth and refills steadily. */
export type Limits = {
  /** 0 if the call may proceed, else the seconds until the next one may. `perSecond` 0 means no limit. */
  waitSeconds(key: string, call: { perSecond: number; now: number }): number;
};

export function createLimits(): Limits {
  const buckets = new Map<string, { level: number; at: number }>();
  return {
    waitSeconds(key, { perSecond, now }) {
      if (perSecond === 0) return 0;
      const size = Math.max(1, perSecond);
      const before = buckets.get(key) ?? { level: size, at: now };
      const level = Math.min(size, before.level + ((now - before.at) / 1000) * perSecond);
      const allowed = level >= 1;
      buckets.set(key, { level: allowed ? level - 1 : level, at: now });
      return allowed ? 0 : (1 - level) / perSecond;
    },
  };
}
