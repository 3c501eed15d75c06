import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { auditLog } from '@/lib/db/schema/admin';
import { jobs } from '@/lib/db/schema/jobs';
import { leads } from '@/lib/db/schema/leads';
import { type Evidence, submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import { applyLead } from '@/lib/leads/apply';
import { startRead } from '@/lib/leads/read-start';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, findJob, keepLog, makeLead, silentLog } from '@/tests/support/rows';
import { acceptSubmission } from './accept';
import { type Decided, matchLead, type Review, resendSubmission, returnSubmission } from './review';
import { moveSubmission } from './states';
import { SUBMISSION_SEND } from './topics';

let database: Database;
let agent: Viewer;
let admin: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  agent = await addViewer(database.db);
  admin = await addViewer(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [submissions, leads, jobs, timeline]) await database.db.delete(table);
});

/** A submission that waits for a person's decision. */
async function inReview({ attempts = 1, evidence }: { attempts?: number; evidence?: Evidence } = {}) {
  const { db } = database;
  const id = newId('submission');
  const { organizationId, agentId } = agent.membership;
  const now = new Date();
  await db.insert(submissions).values({
    id,
    personId: agent.personId,
    organizationId,
    agentId,
    schemaVersion: '',
    answers: {},
    createdAt: now,
    firstAttemptedAt: now,
    attemptedAt: now,
    attempts,
    state: 'review',
    evidence: evidence ?? { reason: 'resent', leadIds: [] },
  });
  const row = async () => (await db.select().from(submissions).where(eq(submissions.id, id)))[0];
  const entries = () => db.select().from(timeline).where(eq(timeline.submissionId, id));
  const review: Review & { seenLeads: string[] } = {
    seenLeads: [],
    submissionId: id,
    seenAttempts: attempts,
    by: admin,
    now,
    log: silentLog,
  };
  return { id, row, entries, review };
}

/** A lead in the mirror, of the submission's agent unless given otherwise. */
async function mirrored(owner: { organizationId: string; agentId: string } = agent.membership) {
  const { organizationId, agentId } = owner;
  const lead = makeLead({ organizationId, agentId });
  await applyLead(database.db, {
    lead,
    readStart: await startRead(database.db, new Date()),
    labelOf: (field) => ({ label: field }),
  });
  return lead.id;
}

const kinds = (decisions: Decided[]) => decisions.map(({ kind }) => kind).toSorted();

/** Twenty concurrent clicks. */
const twentyTimes = (decide: () => Promise<Decided>) => Promise.all(Array.from({ length: 20 }, decide));
const ONE_OF_TWENTY = ['done', ...Array.from({ length: 19 }, () => 'late')];

describe('an admin who found the lead', () => {
  it('matches it: the submission is accepted under its number, and the entry names the admin', async () => {
    const { review, row, entries } = await inReview();
    const leadId = await mirrored();
    expect(await matchLead(database.db, { ...review, leadId })).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'accepted', leadId, evidence: null, completedAt: review.now });
    expect(await entries()).toMatchObject([{ kind: 'accepted', leadId, personId: admin.personId }]);
  });

  it('matches one that the vendor has deleted since', async () => {
    const { review, row } = await inReview();
    const leadId = await mirrored();
    await database.db.update(leads).set({ deletedAt: new Date() });
    await matchLead(database.db, { ...review, leadId });
    expect(await row()).toMatchObject({ state: 'accepted', leadId });
  });

  it('cannot match a lead that another submission claims, not even concurrently', async () => {
    const [one, two] = [await inReview(), await inReview()];
    const leadId = await mirrored();
    const decided = await Promise.all(
      [one, two].map(({ review }) => matchLead(database.db, { ...review, leadId })),
    );
    expect(kinds(decided)).toEqual(['claimed', 'done']);
    const rows = [await one.row(), await two.row()];
    expect(rows.map((row) => row?.state).toSorted()).toEqual(['accepted', 'review']);
    expect([...(await one.entries()), ...(await two.entries())]).toHaveLength(1);
  });

  it('cannot match a number that this desk does not know', async () => {
    const { review, row } = await inReview();
    const decided = await matchLead(database.db, { ...review, leadId: 'never heard of' });
    expect(decided).toEqual({ kind: 'unknown-lead' });
    expect((await row())?.state).toBe('review');
  });

  it('cannot match the lead of another organization', async () => {
    const { review, row } = await inReview();
    const leadId = await mirrored(admin.membership);
    expect(await matchLead(database.db, { ...review, leadId })).toEqual({ kind: 'other-owner' });
    expect((await row())?.state).toBe('review');
  });

  it('matches one that the portal has moved to a colleague since', async () => {
    const { review, row } = await inReview();
    const { organizationId } = agent.membership;
    const leadId = await mirrored({ organizationId, agentId: 'a colleague' });
    expect(await matchLead(database.db, { ...review, leadId })).toEqual({ kind: 'done' });
    expect(await row()).toMatchObject({ state: 'accepted', leadId, acceptedBy: 'admin' });
  });
});

describe('an admin who sends it again', () => {
  it('enqueues it once, however often they click', async () => {
    const { id, review, row } = await inReview();
    expect(kinds(await twentyTimes(() => resendSubmission(database.db, review)))).toEqual(ONE_OF_TWENTY);
    expect(await row()).toMatchObject({ state: 'queued', attempts: 1, evidence: { ruledOut: true } });
    const job = await findJob(database.db, { topic: SUBMISSION_SEND, key: id });
    expect(job).toMatchObject({ generation: 1, deadAt: null });
  });

  it('does not send it a third time from a page drawn before the second', async () => {
    const { review, row } = await inReview({ attempts: 2 });
    const stale = { ...review, seenAttempts: 1 };
    expect(await resendSubmission(database.db, stale)).toEqual({ kind: 'late', state: 'review' });
    expect((await row())?.state).toBe('review');
  });

  it('sends nothing if the desk learned the outcome in the meantime', async () => {
    const { id, review, row } = await inReview();
    const submission = { id, personId: agent.personId };
    const leadId = await mirrored();
    await acceptSubmission(database.db, {
      submission,
      from: ['review'],
      by: 'search',
      leadId,
      now: new Date(),
    });
    expect(await resendSubmission(database.db, review)).toEqual({ kind: 'late', state: 'accepted' });
    expect(await row()).toMatchObject({ state: 'accepted', leadId });
    expect(await findJob(database.db, { topic: SUBMISSION_SEND, key: id })).toBeUndefined();
  });
});

describe('an admin who gives it back', () => {
  it('tells the agent why, once, in a row that the agent can correct', async () => {
    const { review, row, entries } = await inReview();
    const reason = 'The portal has never seen it.';
    const decided = await twentyTimes(() => returnSubmission(database.db, { ...review, reason }));
    expect(kinds(decided)).toEqual(ONE_OF_TWENTY);
    const refusal = { message: reason, fieldErrors: {}, byAdmin: true };
    expect(await row()).toMatchObject({ state: 'refused', refusal, evidence: null, completedAt: review.now });
    const entry = { kind: 'refused', personId: admin.personId, detail: { message: reason } };
    expect(await entries()).toMatchObject([entry]);
  });

  it('is not overruled by a late automatic result', async () => {
    const { id, review, row } = await inReview();
    await returnSubmission(database.db, { ...review, reason: 'Never arrived.' });
    const late = { submission: { id, personId: agent.personId }, leadId: await mirrored(), now: new Date() };
    const from = ['sending', 'confirming', 'queued', 'review'] as const;
    expect(await acceptSubmission(database.db, { ...late, by: 'response', from })).toBe(false);
    expect(await moveSubmission(database.db, { id, from: 'confirming', to: 'queued' })).toBe(false);
    expect((await row())?.state).toBe('refused');
  });
});

describe('three admins with three different decisions', () => {
  it('the first decides, and the others learn the new state', async () => {
    const { review, row } = await inReview();
    const { db } = database;
    const decided = await Promise.all([
      matchLead(db, { ...review, leadId: await mirrored() }),
      resendSubmission(db, review),
      returnSubmission(db, { ...review, reason: 'Never arrived.' }),
    ]);
    expect(kinds(decided)).toEqual(['done', 'late', 'late']);
    const state = (await row())?.state;
    for (const decision of decided) {
      if (decision.kind === 'late') expect(decision.state).toBe(state);
    }
  });

  it('a submission that does not exist, or waits for no decision, is unchanged', async () => {
    const { id, review, row } = await inReview();
    const unknown = { ...review, submissionId: newId('submission') };
    expect(await resendSubmission(database.db, unknown)).toEqual({ kind: 'late', state: undefined });
    await database.db.update(submissions).set({ state: 'confirming' }).where(eq(submissions.id, id));
    expect(await resendSubmission(database.db, review)).toEqual({ kind: 'late', state: 'confirming' });
    expect((await row())?.state).toBe('confirming');
  });

  it('the audit log names who decided what, once, and repeats no words', async () => {
    const { review, id } = await inReview();
    await twentyTimes(() => returnSubmission(database.db, { ...review, reason: 'Call Nils Berg' }));
    const entries = await database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, `submission ${id}`));
    const { personId, email } = admin;
    expect(entries).toMatchObject([{ event: 'submission.returned', personId, email, detail: {} }]);
  });

  it('the log names who decided what, and contains no answers', async () => {
    const { review, id } = await inReview();
    const log = keepLog();
    await returnSubmission(database.db, { ...review, reason: 'Call Nils Berg', log });
    await resendSubmission(database.db, { ...review, log });
    const data = { submissionId: id, personId: admin.personId };
    expect(log.lines).toEqual([{ event: 'submission.returned', data }]);
  });
});
