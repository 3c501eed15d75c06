import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { memberships } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import type { Answers } from '@/lib/forms/field';
import { resetField, setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { mapPerson } from '@/lib/people/membership';
import { disablePerson } from '@/lib/people/person';
import { transferSubmissions } from '@/lib/people/transfer-submissions';
import { freshDatabase } from '@/tests/support/database';
import { english } from '@/tests/support/english';
import { ADMIN } from '@/tests/support/people';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addAgent, addViewer, findJob } from '@/tests/support/rows';
import { newLeadPost, submitForm } from '@/tests/support/submission-forms';
import { ANSWERS } from '@/tests/support/submissions';
import { SUBMISSION_SEND } from './topics';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(async () => {
  await portal.vendor('POST', '/reset');
  // Their own person for each test: the same answers again would be the submission of the test before.
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});

const drawn = (answers?: Answers, submissionId?: string) =>
  newLeadPost({ database, portal }, answers, submissionId);
const submit = (data: FormData, { service = portal.service, by = viewer } = {}) =>
  submitForm({ database, portal }, { data, by, service });
const find = async (id: string) =>
  (await database.db.select().from(submissions).where(eq(submissions.id, id)))[0];
const refuse = (id: string) =>
  database.db.update(submissions).set({ state: 'refused' }).where(eq(submissions.id, id));
const jobOf = (id: string) => findJob(database.db, { topic: SUBMISSION_SEND, key: id });

describe('pressing Submit', () => {
  it('stores the answers under the membership, with the job that sends them', async () => {
    const { submissionId, data } = await drawn();
    expect(await submit(data)).toEqual({ ok: true, submissionId });
    expect(await find(submissionId)).toMatchObject({
      state: 'queued',
      personId: viewer.personId,
      answers: ANSWERS,
      organizationId: HOME.organizationId,
      agentId: HOME.agentIds[0],
    });
    expect(await jobOf(submissionId)).toMatchObject({ generation: 1, deadAt: null });
  });

  it('twice, or in two tabs, is one submission and one job', async () => {
    const { submissionId, data } = await drawn();
    const results = await Promise.all([submit(data), submit(data), submit(data)]);
    await submit(data);
    expect(new Set(results.map((result) => result.ok && result.submissionId))).toEqual(
      new Set([submissionId]),
    );
    expect((await jobOf(submissionId))?.generation).toBe(1);
    const entries = database.db.select().from(timeline).where(eq(timeline.submissionId, submissionId));
    expect((await entries).map(({ kind }) => kind)).toEqual(['submitted']);
  });

  it('stores nothing if the job cannot be stored', async () => {
    const { submissionId, data } = await drawn();
    await database.db.execute(sql`alter table jobs rename to jobs_away`);
    await expect(submit(data)).rejects.toThrow();
    await database.db.execute(sql`alter table jobs_away rename to jobs`);
    expect(await find(submissionId)).toBeUndefined();
    expect((await submit(data)).ok).toBe(true);
  });

  it('works during an outage of the service, with the last known form', async () => {
    const { submissionId, data } = await drawn();
    await portal.vendor('PUT', '/faults', { down: true });
    expect(await submit(data, { service: portal.newClient() })).toEqual({ ok: true, submissionId });
    expect((await find(submissionId))?.state).toBe('queued');
  });

  it('stores nothing that the form does not allow, and says what is wrong', async () => {
    const { lastName, ...rest } = ANSWERS;
    const { submissionId, data, keyOf } = await drawn(rest);
    const result = await submit(data);
    expect(result).toMatchObject({
      ok: false,
      state: { status: 'invalid', errors: [{ key: keyOf('lastName') }] },
    });
    expect(await find(submissionId)).toBeUndefined();
    expect(await jobOf(submissionId)).toBeUndefined();
  });

  it('ignores values for unknown fields, and refuses forged ones', async () => {
    const { submissionId, data } = await drawn();
    for (const name of [
      'status',
      'partnerOrganizationId',
      'agentId',
      'role',
      '__proto__',
      'constructor.prototype',
      '$ACTION_ID_x',
    ])
      data.append(name, 'mine');
    expect((await submit(data)).ok).toBe(true);
    expect((await find(submissionId))?.answers).toEqual(ANSWERS);
    const other = await drawn();
    other.data.append('f999', 'x');
    expect(await submit(other.data)).toMatchObject({
      ok: false,
      state: { formErrors: [expect.any(String)] },
    });
  });

  it('shows a question that became required in the meantime instead of sending without it', async () => {
    const { submissionId, data } = await drawn();
    await portal.vendor('PATCH', '/fields/phone', { required: true });
    const result = await submit(data);
    expect(result).toMatchObject({ ok: false, state: { status: 'changed' } });
    expect(await find(submissionId)).toBeUndefined();
  });

  it('asks again for a consent whose wording the portal changed in the meantime, and keeps the other answers', async () => {
    const { submissionId, data, keyOf } = await drawn();
    await portal.vendor('PATCH', '/fields/consent', { label: 'Agreed to be called' });
    expect(await submit(data)).toMatchObject({
      ok: false,
      state: {
        status: 'changed',
        values: { [keyOf('consent')]: '', [keyOf('lastName')]: 'Berg' },
        changes: expect.arrayContaining(['“Agreed to be called” has new wording. Answer it again.']),
      },
    });
    expect(await find(submissionId)).toBeUndefined();
  });

  it('refuses a post without an id of ours', async () => {
    for (const id of ['', 'x', 'sub_', newId('person')]) {
      const { data } = await drawn(ANSWERS, id);
      await expect(submit(data)).rejects.toThrow('submission id');
    }
  });

  it('never shows or changes what another person submitted under the same id', async () => {
    const { submissionId, data } = await drawn();
    await submit(data);
    const other = await addViewer(database.db);
    const second = await drawn({ ...ANSWERS, lastName: 'Else' }, submissionId);
    const result = await submit(second.data, { by: other });
    expect(await find(submissionId)).toMatchObject({ personId: viewer.personId, answers: ANSWERS });
    // The form asks for another press, under a new id, and reveals nothing about the other lead.
    const state = result.ok || 'before' in result || 'reason' in result ? undefined : result.state;
    expect(state).toMatchObject({ status: 'failed', message: english('submitOnceMore') });
    expect(JSON.stringify(state)).not.toContain(ANSWERS.lastName);
    second.data.set('submissionId', state && 'hidden' in state ? (state.hidden?.submissionId ?? '') : '');
    expect(await submit(second.data, { by: other })).toMatchObject({ ok: true });
  });
});

describe('a right that is lost while the form is being sent', () => {
  /** The portal, which answers how its form is only after `happens`. */
  const slowly = (happens: () => Promise<unknown>): TestPortal['service'] => {
    const client = portal.newClient();
    const readSchema = async () => {
      await happens();
      return await client.readSchema();
    };
    return { ...client, readSchema };
  };
  const mapElsewhere = async ({ personId, membership }: Viewer) => {
    const { organizationId, agentId, role } = membership;
    const to = { ...(await addAgent(database.db)), role };
    const seen = { organizationId, agentId, role };
    const task = { by: ADMIN, personId, seen, to, sharing: 'allowed', now: new Date() } as const;
    expect(await mapPerson(database.db, task)).toBe('done');
  };

  it.each([
    [
      'was disabled',
      ({ personId }: Viewer) => disablePerson(database.db, { by: ADMIN, personId, now: new Date() }),
    ],
    ['acts for another organization', mapElsewhere],
  ])('prevents storing the lead of a person who %s', async (_, happens) => {
    const by = await addViewer(database.db);
    const { submissionId, data } = await drawn();
    const result = await submit(data, { by, service: slowly(() => happens(by)) });
    expect(result).toEqual({ ok: false, reason: 'access-changed' });
    expect(await find(submissionId)).toBeUndefined();
    expect(await jobOf(submissionId)).toBeUndefined();
  });

  it('leaves nothing with the former agent once their submissions were transferred', async () => {
    const by = await addViewer(database.db);
    const { organizationId, agentId } = by.membership;
    const colleague = await addAgent(database.db, { organizationId });
    const from = { organizationId, agentId };
    const { data } = await drawn();
    const service = slowly(async () => {
      await mapElsewhere(by);
      await transferSubmissions(database.db, {
        by: ADMIN,
        from,
        toAgentId: colleague.agentId,
        now: new Date(),
      });
    });
    await submit(data, { by, service });
    expect(await database.db.$count(submissions, eq(submissions.agentId, agentId))).toBe(0);
  });

  it('is decided atomically by whoever maps them first', async () => {
    const by = await addViewer(database.db);
    const { submissionId, data } = await drawn();
    let result: ReturnType<typeof submit> | undefined;
    const { organizationId, agentId } = await addAgent(database.db);
    await database.db.transaction(async (tx) => {
      const { personId } = by;
      await tx.update(memberships).set({ organizationId, agentId }).where(eq(memberships.personId, personId));
      result = submit(data, { by });
    });
    expect(await result).toEqual({ ok: false, reason: 'access-changed' });
    expect(await find(submissionId)).toBeUndefined();
  });
});

describe('submitting a refused one again', () => {
  it('replaces it, only for the person it belongs to', async () => {
    const refused = await drawn();
    await submit(refused.data);
    await refuse(refused.submissionId);
    const replace = async (by: Viewer) => {
      const again = await drawn();
      again.data.set('replaces', refused.submissionId);
      await submit(again.data, { by });
      return again.submissionId;
    };
    const stranger = await addViewer(database.db);
    await replace(stranger);
    expect((await find(refused.submissionId))?.replacedBy).toBeNull();
    const id = await replace(viewer);
    expect((await find(refused.submissionId))?.replacedBy).toBe(id);
    expect(await find(await replace(stranger)), 'who is not asked about its correction').toBeDefined();
  });

  it.each(['agent', 'manager'] as const)(
    'asks its %s first if it was transferred to a colleague, who may correct it, too',
    async (role) => {
      const by = await addViewer(database.db, { organizationId: HOME.organizationId, role });
      const refused = await drawn();
      await submit(refused.data, { by });
      const colleague = await addViewer(database.db, { organizationId: HOME.organizationId });
      const { agentId: toAgentId } = colleague.membership;
      await refuse(refused.submissionId);
      // `submitForm` submits in an hour.
      const now = new Date(Date.now() + 7_200_000);
      await transferSubmissions(database.db, { by: ADMIN, from: by.membership, toAgentId, now });
      const again = await drawn();
      again.data.set('replaces', refused.submissionId);
      const asked = await submit(again.data, { by });
      if (asked.ok || !('state' in asked) || asked.state.status !== 'already-submitted')
        return expect.fail('not asked');
      expect(asked.state.earlier.heading).toContain('rejected lead was transferred to a colleague');
      expect(await find(again.submissionId)).toBeUndefined();
      again.data.set('newSubmissionId', asked.state.earlier.newSubmissionId);
      expect(await submit(again.data, { by })).toMatchObject({ ok: true });
      expect((await find(refused.submissionId))?.replacedBy).toBeNull();
    },
  );

  it('asks nothing if nobody transferred it, and its manager acts for another agent since', async () => {
    const { organizationId } = HOME;
    const by = await addViewer(database.db, { organizationId, role: 'manager' });
    // To their agent, but before they submitted it.
    const left = await addViewer(database.db, { organizationId });
    const earlier = await drawn();
    await submit(earlier.data, { by: left });
    const task = { by: ADMIN, from: left.membership, toAgentId: by.membership.agentId };
    const now = new Date();
    expect(await transferSubmissions(database.db, { ...task, now })).toMatchObject({ movable: 1 });
    const refused = await drawn();
    await submit(refused.data, { by });
    await refuse(refused.submissionId);
    const { agentId } = await addAgent(database.db, { organizationId });
    await database.db.update(memberships).set({ agentId }).where(eq(memberships.personId, by.personId));
    const again = await drawn();
    again.data.set('replaces', refused.submissionId);
    const elsewhere = { ...by, membership: { ...by.membership, agentId } };
    expect(await submit(again.data, { by: elsewhere })).toMatchObject({ ok: true });
    expect((await find(refused.submissionId))?.replacedBy).toBe(again.submissionId);
  });
});

describe('a form that an admin rearranged while it was open', () => {
  const by = { personId: 'person-robin', email: 'robin@vendor.example' };
  const at = new Date();

  it('is read as it was drawn, including the answer to a field that was hidden since', async () => {
    const { submissionId, data, keyOf } = await drawn();
    data.set(keyOf('phone'), '+44 20 7946 0958');
    const display = { label: 'Telephone', group: 'Contact', hidden: true };
    await setFieldDisplay(database.db, { fieldId: 'phone', display, by, at });
    expect(await submit(data)).toEqual({ ok: true, submissionId });
    expect((await find(submissionId))?.answers).toEqual({ ...ANSWERS, phone: '+44 20 7946 0958' });
    await resetField(database.db, { fieldId: 'phone', by, at });
  });

  it('names what is wrong in the admin’s words', async () => {
    const { data, keyOf } = await drawn();
    data.set(keyOf('lastName'), '');
    const display = { label: 'Surname', hidden: false };
    await setFieldDisplay(database.db, { fieldId: 'lastName', display, by, at });
    const result = await submit(data);
    const errors = 'state' in result && 'errors' in result.state ? result.state.errors : [];
    expect(errors).toEqual([{ key: keyOf('lastName'), message: 'Enter an answer' }]);
    await resetField(database.db, { fieldId: 'lastName', by, at });
  });
});
