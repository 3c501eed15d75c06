import 'server-only';
import { type Log, throttleLog } from '@/lib/core/log';

/** Logs that jobs cannot be claimed: when it begins, once a minute while it lasts, and when it ends. */
export type ClaimLog = {
  failed(reason: string): void;
  succeeded(): void;
};

const EVERY_MS = 60_000;

type Outage = { began: Date; reason: string; report: (now: Date) => void };

/** One for all lanes of a process: a database that is away fails each of them, every few seconds. */
export function createClaimLog(log: Log, clock: () => Date = () => new Date()): ClaimLog {
  let outage: Outage | undefined;

  function begin(reason: string): Outage {
    const begun: Outage = {
      began: clock(),
      reason,
      report: throttleLog((count) => log.error('jobs.claim-failed', { reason: begun.reason, count }), {
        everyMs: EVERY_MS,
      }),
    };
    return begun;
  }

  return {
    failed(reason) {
      outage ??= begin(reason);
      outage.reason = reason;
      outage.report(clock());
    },
    succeeded() {
      if (!outage) return;
      log.info('jobs.claimed-again', { ms: clock().getTime() - outage.began.getTime() });
      outage = undefined;
    },
  };
}
