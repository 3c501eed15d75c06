import 'server-only';

/**
 * Terms of the job table.
 *
 * job: work that must happen, named by (topic, key). generation: how often it was requested since it was last
 * done. lease: the right to work on a job until a given time, extended by a heartbeat while the work
 * continues; only its holder may finish the job. dead: given up until a person, or new work of that name,
 * restarts it. owner: whose work it is, where one person's work must not delay everyone else's. round: owners
 * take turns; each has one job per round, and a new owner joins the round after the one last worked on.
 */

/**
 * Which ready job goes first. Lanes keep kinds of work apart; this orders within one. `bulk`: work requested
 * by the hundred, such as an imported file, which waits for all work requested individually.
 */
export const PRIORITY = { high: 0, normal: 1, low: 2, bulk: 3 } as const;

export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY];

export type ClaimedJob = {
  id: number;
  topic: string;
  key: string;
  payload: unknown;
  priority: number;
  /** The generation at the time of the claim: finishing the job completes it. */
  generation: number;
  /** When the work was first requested since it was last done. */
  requestedAt: Date;
  /** The same moment in the order of `event_order`, comparable with snapshots. */
  requestedOrder: number;
  /** 1 for the first claim since the work was last done. */
  attempts: number;
  failures: number;
  lease: string;
};

/**
 * How a handler ends. done: finished. repeat: finished, and to be run again at a time, like recurring work.
 * again: not finished, to be retried at a time. paused: no work of its kind can be done before a time; it keeps
 * its place in the queue, and its lane waits with it. `wasTried`: whether this run counts as a try. dead:
 * never again without a person.
 */
export type JobOutcome =
  | { kind: 'done' }
  | { kind: 'repeat'; at: Date }
  | { kind: 'again'; at: Date; reason: string }
  | { kind: 'paused'; at: Date; reason: string; wasTried: boolean }
  | { kind: 'dead'; reason: string };

/** Does the work of one topic. An exception counts as an unexpected failure and is retried later. */
export type JobHandler = (job: ClaimedJob) => Promise<JobOutcome>;

export const DONE: JobOutcome = { kind: 'done' };
