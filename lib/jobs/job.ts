import 'server-only';

/**
 * Words of the job table.
 *
 * job: work that must happen, named by (topic, key). generation: how often it was asked for since it was last
 * done. lease: the right to work on a job until a moment, extended by a heartbeat while the work goes on; only
 * its holder may settle the job. dead: given up until a person, or new work of that name, revives it. owner: whose
 * work it is, where one person's work must not keep everybody else's waiting. round: owners take turns; each has one
 * job per round, and a new owner joins the round after the one last worked on.
 */

/**
 * Which of the jobs that are ready goes first. Lanes keep kinds of work apart; this orders within one. `bulk`: what
 * was asked for by the hundred, as an imported file is, and waits for all that was asked for one by one.
 */
export const PRIORITY = { create: 0, refresh: 1, sweep: 2, bulk: 3 } as const;

export type Priority = (typeof PRIORITY)[keyof typeof PRIORITY];

export type ClaimedJob = {
  id: number;
  topic: string;
  key: string;
  payload: unknown;
  /** The generation seen when the job was claimed: what finishing it will have done. */
  generation: number;
  /** When the work was first asked for, since it was last done. */
  askedAt: Date;
  /** The same moment in the order of `event_order`, as readings have one. */
  askedOrder: number;
  /** 1 for the first claim since the work was last done. */
  attempts: number;
  failures: number;
  lease: string;
};

/**
 * How a handler ends. done: finished. repeat: finished, and to be done once more at a time, as recurring work
 * is. again: not finished, to be tried at a time. held: nothing of its kind can be done before a time; it keeps its place
 * in the queue, and its lane waits with it. `wasTried`: whether this run counts as a try. dead: never again without a person.
 */
export type JobOutcome =
  | { kind: 'done' }
  | { kind: 'repeat'; at: Date }
  | { kind: 'again'; at: Date; reason: string }
  | { kind: 'held'; at: Date; reason: string; wasTried: boolean }
  | { kind: 'dead'; reason: string };

/** Does the work of one topic. What it throws counts as an unexpected failure and is tried again later. */
export type JobHandler = (job: ClaimedJob) => Promise<JobOutcome>;

export const DONE: JobOutcome = { kind: 'done' };
