import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database, Db } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import { startLoop } from '@/lib/jobs/loop';
import { readSchema } from '@/lib/lead-schema/schema';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer, silentLog } from '@/tests/support/rows';
import { ANSWERS } from '@/tests/support/submissions';
import { sendSubmission } from './send';
import { storeSubmission } from './store';
import { SUBMISSION_SEND } from './topics';

let database: Database;
let portal: TestPortal;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));

async function submit(viewer: Viewer, schemaVersion: string): Promise<string> {
  const submissionId = newId('submission');
  const answers = { ...ANSWERS, email: `${submissionId.toLowerCase()}@example.com`, lastName: submissionId };
  const names = { submissionId, formId: submissionId };
  await storeSubmission(database.db, viewer, { ...names, schemaVersion, answers, now: new Date() });
  return submissionId;
}

/** Sends queued submissions like a worker, one at a time, until the test ends. */
function startSending() {
  const service = portal.newClient();
  const commit = (write: (tx: Db) => Promise<boolean>) => database.db.transaction(write);
  const task = { service, commit, log: silentLog, clock: () => new Date() };
  const handlers = {
    [SUBMISSION_SEND]: (job: Parameters<typeof sendSubmission>[1]['job']) =>
      sendSubmission(database.db, { ...task, job, random: Math.random() }),
  };
  const loop = startLoop({
    db: database.db,
    lane: { handlers, slots: 1 },
    log: silentLog,
    beforeClaim: async () => {},
  });
  onTestFinished(() => loop.stop());
}

it('after a time in which the portal accepted no leads, people take turns and each person’s order is kept', async () => {
  const [organizationId, [ofMaya, ofTom]] = [HOME.organizationId, HOME.agentIds];
  const maya = await addViewer(database.db, { organizationId, agentId: ofMaya });
  const tom = await addViewer(database.db, { organizationId, agentId: ofTom });
  const { schema } = await readSchema(database.db, { service: portal.newClient(), now: new Date() });
  await portal.vendor('PUT', '/faults', { rateLimitedRate: 1, retryAfter: '5', onlyRoutes: ['create'] });
  startSending();
  const mayas: string[] = [];
  for (let count = 0; count < 5; count += 1) mayas.push(await submit(maya, schema.version));
  const single = await submit(tom, schema.version);
  await expect
    .poll(async () => (await portal.calls('create')).length, { timeout: 15_000 })
    .toBeGreaterThan(0);
  await portal.vendor('PUT', '/faults', { rateLimitedRate: 0, retryAfter: '', onlyRoutes: [] });

  const accepted = () =>
    database.db
      .select({ id: submissions.id })
      .from(submissions)
      .where(eq(submissions.state, 'accepted'))
      .orderBy(asc(submissions.completedAt));
  await expect.poll(async () => (await accepted()).length, { timeout: 30_000 }).toBe(6);
  const sent = (await accepted()).map(({ id }) => id);
  expect(sent.filter((id) => id !== single)).toEqual(mayas);
  expect(sent.indexOf(single)).toBeLessThanOrEqual(1);
}, 60_000);
