import 'server-only';
import { eq } from 'drizzle-orm';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import type { Answers } from '@/lib/forms/field';
import type { ClaimedJob, JobOutcome } from '@/lib/jobs/job';
import { readSchema } from '@/lib/lead-schema/schema';
import type { ServiceClient } from '@/lib/service/client';
import { confirmSubmission } from '../../lib/submissions/confirm';
import { sendSubmission } from '../../lib/submissions/send';
import { SUBMISSION_CONFIRM, SUBMISSION_SEND } from '../../lib/submissions/topics';
import type { TestPortal } from './portal';
import { silentLog } from './rows';

/** Answers that a fresh sandbox accepts. */
export const ANSWERS: Answers = {
  firstName: 'Nils',
  lastName: 'Berg',
  email: 'berg@alder.example',
  platform: 'web-store',
  value: 1250.5,
  companyName: 'Alder',
  consent: true,
  interests: ['analytics', 'training'],
};

type Commit = Parameters<typeof sendSubmission>[1]['commit'];
type Attempt = {
  service?: ServiceClient;
  lease?: string;
  attempts?: number;
  marker?: string;
  commit?: Commit;
};

/** A submission in the queue; `send` does what the worker would do with its job. */
export async function queueSubmission({
  database: { db },
  portal,
  viewer: { personId, membership },
  answers = ANSWERS,
  createdAt = new Date(),
}: {
  database: Database;
  portal: TestPortal;
  viewer: Viewer;
  answers?: Answers;
  createdAt?: Date;
}) {
  const { schema } = await readSchema(db, { service: portal.newClient(), now: new Date() });
  const id = newId('submission');
  const { organizationId, agentId } = membership;
  const origin = { personId, organizationId, agentId, schemaVersion: schema.version };
  await db.insert(submissions).values({ id, ...origin, answers, createdAt });

  function send(attempt: Attempt = {}): Promise<JobOutcome> {
    const {
      service = portal.newClient(),
      marker,
      commit = (write) => db.transaction(write),
      ...claimed
    } = attempt;
    const job = claimedJob({ topic: SUBMISSION_SEND, key: id, ...claimed });
    const clock = () => new Date();
    return sendSubmission(db, { service, job, marker, commit, log: silentLog, clock, random: 0 });
  }

  /** Runs the confirming job as the worker would, at a time chosen by the test. */
  function confirm({ at = new Date(), marker }: { at?: Date; marker?: string } = {}): Promise<JobOutcome> {
    const job = claimedJob({ topic: SUBMISSION_CONFIRM, key: id });
    const task = { job, marker, log: silentLog, clock: () => at, random: 0 };
    return confirmSubmission(db, { service: portal.newClient(), ...task });
  }
  const row = async () => (await db.select().from(submissions).where(eq(submissions.id, id)))[0];
  const entries = () => db.select().from(timeline).where(eq(timeline.submissionId, id)).orderBy(timeline.id);
  return { id, send, confirm, row, kinds: async () => (await entries()).map(({ kind }) => kind) };
}

export function claimedJob({
  lease = newId('lease'),
  attempts = 1,
  ...name
}: {
  topic: string;
  key: string;
  lease?: string;
  attempts?: number;
}): ClaimedJob {
  const asked = { requestedAt: new Date(), requestedOrder: 0 };
  return { id: 1, ...name, payload: {}, priority: 1, generation: 1, ...asked, attempts, failures: 0, lease };
}

/** The client with its create held after the service has answered, like a worker that froze there. */
export function heldClient(client: ServiceClient) {
  let begin: () => void = () => {};
  let respond: () => void = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const released = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const service: ServiceClient = {
    ...client,
    createLead: async (...sent) => {
      const lead = await client.createLead(...sent);
      begin();
      await released;
      return lead;
    },
  };
  return { service, begun, respond };
}
