import 'server-only';

/**
 * Words of the job table.
 *
 * job: work that must happen, named by (topic, key). generation: how often it was asked for.
 * lease: the right to work on a job until a moment; only its holder may settle the job.
 */
export type ClaimedJob = {
  id: number;
  topic: string;
  key: string;
  payload: unknown;
  /** The generation seen when the job was claimed: what finishing it will have done. */
  generation: number;
  /** 1 for the first claim since the work was last finished. */
  attempts: number;
  failures: number;
  lease: string;
};

/**
 * How a handler ends. done: finished. repeat: finished, and to be done once more at a time, as recurring work
 * is. again: not finished, to be tried at a time. dead: never again without a person.
 */
export type JobOutcome =
  | { kind: 'done' }
  | { kind: 'repeat'; at: Date }
  | { kind: 'again'; at: Date; reason: string }
  | { kind: 'dead'; reason: string };

/** Does the work of one topic. What it throws counts as an unforeseen failure and is tried again later. */
export type JobHandler = (job: ClaimedJob) => Promise<JobOutcome>;

export const DONE: JobOutcome = { kind: 'done' };
