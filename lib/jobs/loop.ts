import 'server-only';
import { newId } from '@/lib/core/ids';
import type { Log } from '@/lib/core/log';
import { inBackground } from '@/lib/db/connection-queue';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { claim, extendLeases, LEASE_MS } from './claim';
import { type ClaimLog, createClaimLog } from './claim-log';
import { failJob, finishJob } from './finish';
import { type ClaimedJob, type JobHandler, PRIORITY } from './job';

/** Some topics and how many of their jobs may run in parallel. Lanes do not wait for each other. */
export type JobLane = { handlers: Readonly<Record<string, JobHandler>>; slots: number };

/** A running lane. `wake` shortens its sleep; `stop` claims no more and resolves when running jobs ended. */
export type Loop = { wake(): void; stop(): Promise<void> };

const POLL_MS = 2_000;
/** The longest pause of a lane: its end was set by a clock that may jump. */
const MAX_REST_MS = 60_000;
/** Several heartbeats may fail before a lease lapses. */
const HEARTBEAT_MS = LEASE_MS / 4;

type LoopOptions = {
  db: Db;
  lane: JobLane;
  log: Log;
  /** Runs before each claim; if it fails, nothing is claimed this time. */
  beforeClaim: () => Promise<void>;
  /** Shared by the lanes of a process, which fail together. */
  claimLog?: ClaimLog;
};

/** Runs the jobs of a lane until stopped. A failing database slows the loop down and never ends it. */
export function startLoop({ db, lane, log, beforeClaim, claimLog = createClaimLog(log) }: LoopOptions): Loop {
  const topics = Object.keys(lane.handlers);
  const running = new Map<ClaimedJob, Promise<void>>();
  let stopped = false;
  let awake = false;
  /** On the monotonic clock. */
  let restsUntil = 0;
  let rouse: () => void = () => {};

  function wake(): void {
    awake = true;
    rouse();
  }

  function sleep(): Promise<void> {
    if (awake || stopped) return Promise.resolve();
    return new Promise((resolve) => {
      const restMs = restsUntil - performance.now();
      const timer = setTimeout(resolve, restMs > 0 ? Math.min(restMs, POLL_MS) : POLL_MS);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** No job of this lane can run before a time: claiming more would only change the order. */
  function rest(until: Date): void {
    const restMs = Math.min(until.getTime() - Date.now(), MAX_REST_MS);
    restsUntil = Math.max(restsUntil, performance.now() + restMs);
  }

  async function claimFree(): Promise<ClaimedJob[]> {
    const limit = lane.slots - running.size;
    if (limit <= 0 || performance.now() < restsUntil) return [];
    try {
      await beforeClaim();
      const jobs = await claim(db, { topics, limit, lease: newId('lease'), now: new Date() });
      claimLog.succeeded();
      return jobs;
    } catch (error) {
      claimLog.failed(reasonOf(error));
      return [];
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      awake = false;
      for (const job of await claimFree()) {
        const isWaitedFor = job.priority === PRIORITY.high;
        const begin = () => runJob({ db, lane, log, rest }, job);
        const work = (isWaitedFor ? begin() : inBackground(begin)).finally(() => {
          running.delete(job);
          // A slot is free, and finishing may have opened the next generation.
          wake();
        });
        running.set(job, work);
      }
      await sleep();
    }
  }

  const heartbeat = setInterval(() => {
    extendLeases(db, { leased: [...running.keys()], now: new Date() }).catch((error: unknown) => {
      log.warn('jobs.heartbeat-failed', { reason: reasonOf(error) });
    });
  }, HEARTBEAT_MS);
  const ended = run();
  return {
    wake,
    stop: async () => {
      stopped = true;
      rouse();
      await ended;
      await Promise.all(running.values());
      clearInterval(heartbeat);
    },
  };
}

/** Never throws: an error here would otherwise end the process. */
async function runJob(
  { db, lane, log, rest }: { db: Db; lane: JobLane; log: Log; rest: (until: Date) => void },
  job: ClaimedJob,
): Promise<void> {
  const started = Date.now();
  const facts = { topic: job.topic, key: job.key, attempt: job.attempts };
  try {
    const handler = lane.handlers[job.topic];
    if (!handler) throw new Error(`no handler for ${job.topic}`);
    const outcome = await handler(job);
    if (outcome.kind === 'paused') rest(outcome.at);
    const isOurs = await finishJob(db, job, outcome, new Date());
    log.info(isOurs ? `job.${outcome.kind}` : 'job.lease-lost', { ...facts, ms: Date.now() - started });
  } catch (error) {
    log.error('job.failed', { ...facts, reason: reasonOf(error) });
    await failJob(db, job, { error, now: new Date(), random: Math.random() }).catch((cause) => {
      // The lease lapses and the job is claimed again: it is delayed, not lost.
      log.error('job.finish-failed', { ...facts, reason: reasonOf(cause) });
    });
  }
}
