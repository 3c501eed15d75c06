import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { freshDatabase } from '@/tests/support/database';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addAgent, addViewer } from '@/tests/support/rows';
import { newLeadPost, submitForm } from '@/tests/support/submission-forms';
import { ANSWERS } from '@/tests/support/submissions';

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

const ONE: Answers = { ...ANSWERS, lastName: 'One' };
const TWO: Answers = { ...ANSWERS, lastName: 'Two' };

type Ids = { submissionId?: string; formId?: string; replaces?: string; newSubmissionId?: string };

async function draw(answers: Answers, { submissionId, ...ids }: Ids = {}) {
  const form = await newLeadPost({ database, portal }, answers, submissionId);
  for (const [name, id] of Object.entries(ids)) form.data.set(name, id);
  return form;
}
async function post(answers: Answers, { by = viewer, ...ids }: Ids & { by?: Viewer } = {}) {
  const { data, submissionId } = await draw(answers, ids);
  return { submissionId, result: await submitForm({ database, portal }, { data, by }) };
}
const stored = (...ids: string[]) =>
  database.db.select().from(submissions).where(inArray(submissions.id, ids)).orderBy(submissions.id);
const setRow = (id: string, changes: Partial<typeof submissions.$inferInsert>) =>
  database.db.update(submissions).set(changes).where(eq(submissions.id, id));

describe('one id, one set of answers', () => {
  it('never drops other answers under a known id, and never overwrites the first', async () => {
    const { submissionId } = await post(ONE);
    const { result } = await post(TWO, { submissionId });
    expect(result).toMatchObject({
      ok: false,
      before: { kind: 'other-answers', earlier: { id: submissionId } },
    });
    expect(Object.values('values' in result ? result.values : {}), 'what was typed').toContain('Two');
    expect((await stored(submissionId)).map(({ answers }) => answers)).toEqual([ONE]);
  });

  it('accepts the same answers again for the same submission, whatever its state', async () => {
    const { submissionId } = await post(ONE);
    for (const state of ['queued', 'refused', 'accepted'] as const) {
      await setRow(submissionId, { state });
      expect((await post(ONE, { submissionId })).result).toEqual({ ok: true, submissionId });
    }
  });

  it('recognises a repeat of answers to a form that the portal has changed since', async () => {
    const { submissionId, data } = await draw(ONE);
    await submitForm({ database, portal }, { data, by: viewer });
    await portal.vendor('PATCH', '/fields/phone', { required: true });
    await portal.vendor('PATCH', '/fields/lastName', { label: 'Surname' });
    const again = await submitForm({ database, portal }, { data, by: viewer });
    expect(again).toEqual({ ok: true, submissionId });
  });

  it('accepts repeats even beyond the rate limit: they create nothing new', async () => {
    const { submissionId, data } = await draw(ONE);
    await submitForm({ database, portal }, { data, by: viewer });
    const again = await submitForm({ database, portal }, { data, by: viewer, rateLimitMessage: 'Too often' });
    expect(again).toEqual({ ok: true, submissionId });
  });

  it.each([1, 2, 3, 4, 5])(
    'stores one of two sets of answers that arrive concurrently under one id, and confirms no other (%i)',
    async () => {
      const submissionId = newId('submission');
      const forms = await Promise.all([ONE, TWO, ONE, TWO].map((answers) => draw(answers, { submissionId })));
      const results = await Promise.all(
        forms.map(({ data }) => submitForm({ database, portal }, { data, by: viewer })),
      );
      const [row] = await stored(submissionId);
      const [winner, loser] = row?.answers.lastName === 'One' ? [0, 1] : [1, 0];
      expect(results.map(({ ok }) => ok)).toEqual([0, 1, 0, 1].map((index) => index === winner));
      expect(results[loser]).toMatchObject({ before: { kind: 'other-answers' } });
    },
  );

  it('stores one of two people’s answers that arrive concurrently under one id', async () => {
    const other = await addViewer(database.db);
    const submissionId = newId('submission');
    const [mine, theirs] = [await draw(ONE, { submissionId }), await draw(ONE, { submissionId })];
    const results = await Promise.all([
      submitForm({ database, portal }, { data: mine.data, by: viewer }),
      submitForm({ database, portal }, { data: theirs.data, by: other }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    const [row] = await stored(submissionId);
    expect(results[row?.personId === viewer.personId ? 0 : 1]).toEqual({ ok: true, submissionId });
  });

  it('says that a lead was transferred, and does not open it, if its sender repeats it', async () => {
    const { submissionId } = await post(ONE);
    const colleague = await addAgent(database.db, { organizationId: HOME.organizationId });
    await setRow(submissionId, { agentId: colleague.agentId });
    expect((await post(ONE, { submissionId })).result).toMatchObject({
      before: { kind: 'other-answers', earlier: { id: submissionId, isVisible: false } },
    });
  });
});

describe('the question about an earlier submission', () => {
  const THREE: Answers = { ...ANSWERS, lastName: 'Three' };

  it('is repeated until its button answers it, which makes one separate lead', async () => {
    const { submissionId } = await post(ONE);
    for (let time = 0; time < 2; time++) {
      expect((await post(TWO, { submissionId })).result).toMatchObject({ before: { kind: 'other-answers' } });
    }
    const newSubmissionId = newId('submission');
    for (let time = 0; time < 2; time++) {
      expect((await post(TWO, { submissionId, newSubmissionId })).result).toEqual({
        ok: true,
        submissionId: newSubmissionId,
      });
    }
    expect((await post(TWO, { submissionId })).result, 'after a lost response').toEqual({
      ok: true,
      submissionId: newSubmissionId,
    });
    expect(
      (await stored(submissionId, newSubmissionId)).map(({ answers }) => answers.lastName).sort(),
    ).toEqual(['One', 'Two']);
    expect((await post(THREE, { submissionId, newSubmissionId })).result).toMatchObject({
      before: { kind: 'other-answers', earlier: { id: newSubmissionId } },
    });
  });

  it.each([
    ['of the page', undefined],
    ['of its own', newId('submission')],
  ])(
    'creates nothing from the first answers, restored and sent by its button, with a form id %s',
    async (_, formId) => {
      const { submissionId } = await post(ONE, { formId });
      const newSubmissionId = newId('submission');
      expect((await post(TWO, { submissionId, formId })).result.ok).toBe(false);
      expect((await post(ONE, { submissionId, formId, newSubmissionId })).result).toEqual({
        ok: true,
        submissionId,
      });
      expect(await stored(newSubmissionId)).toEqual([]);
    },
  );

  it('about a correction keeps the correction in place when a new lead is made', async () => {
    const { submissionId: replaces } = await post(ONE);
    await setRow(replaces, { state: 'refused' });
    const corrected = await post(TWO, { replaces });
    const other = await post(THREE, { replaces });
    expect(other.result).toMatchObject({ before: { kind: 'corrected' } });
    const newSubmissionId = newId('submission');
    const again = await post(THREE, { replaces, submissionId: other.submissionId, newSubmissionId });
    expect(again.result).toEqual({ ok: true, submissionId: newSubmissionId });
    expect((await stored(replaces))[0]?.replacedBy).toBe(corrected.submissionId);
  });
});

describe('a form after Back, duplicated or restored: a new id for the same form', () => {
  it('makes another lead from other answers', async () => {
    const formId = newId('submission');
    const first = await post(ONE, { formId });
    const second = await post(TWO, { formId });
    expect(second.result).toEqual({ ok: true, submissionId: second.submissionId });
    expect(await stored(first.submissionId, second.submissionId)).toHaveLength(2);
  });

  it('creates nothing new from the same answers', async () => {
    const formId = newId('submission');
    const first = await post(ONE, { formId });
    const second = await post(ONE, { formId });
    expect(second.result).toEqual({ ok: true, submissionId: first.submissionId });
    expect(await stored(second.submissionId)).toEqual([]);
  });

  it('makes one lead from the same answers sent concurrently by two tabs', async () => {
    const formId = newId('submission');
    const tabs = await Promise.all([draw(ONE, { formId }), draw(ONE, { formId }), draw(ONE, { formId })]);
    const results = await Promise.all(
      tabs.map(({ data }) => submitForm({ database, portal }, { data, by: viewer })),
    );
    expect(new Set(results.map((result) => result.ok && result.submissionId)).size).toBe(1);
    expect(await stored(...tabs.map(({ submissionId }) => submissionId))).toHaveLength(1);
  });

  it('causes a question if it was posted without scripts before: that answer may not have arrived', async () => {
    const { submissionId: formId } = await post(ONE);
    expect((await post(TWO, { formId })).result).toMatchObject({ before: { kind: 'other-answers' } });
    expect((await post(ONE, { formId })).result).toEqual({ ok: true, submissionId: formId });
  });

  it('of another person reveals nothing about theirs', async () => {
    const formId = newId('submission');
    await post(ONE, { formId });
    const other = await addViewer(database.db);
    const { submissionId, result } = await post(ONE, { formId, by: other });
    expect(result).toEqual({ ok: true, submissionId });
  });
});

describe('the same answers from another form', () => {
  it.each(['queued', 'sending', 'confirming', 'review'] as const)(
    'are the first submission again while that is %s',
    async (state) => {
      const first = await post(ONE);
      await setRow(first.submissionId, { state });
      const second = await post(ONE);
      expect(second.result).toEqual({ ok: true, submissionId: first.submissionId });
      expect(await stored(second.submissionId)).toEqual([]);
    },
  );

  it.each(['accepted', 'refused'] as const)('are a new lead once the first is %s', async (state) => {
    const first = await post(ONE);
    await setRow(first.submissionId, { state });
    const second = await post(ONE);
    expect(second.result).toEqual({ ok: true, submissionId: second.submissionId });
  });

  it('are one lead if both forms are sent concurrently', async () => {
    const forms = [await draw(ONE), await draw(ONE), await draw(ONE)];
    const results = await Promise.all(
      forms.map(({ data }) => submitForm({ database, portal }, { data, by: viewer })),
    );
    expect(new Set(results.map((result) => result.ok && result.submissionId)).size).toBe(1);
    expect(await stored(...forms.map(({ submissionId }) => submissionId))).toHaveLength(1);
  });

  it('are a new lead for a colleague, and for the person under their next agent', async () => {
    const first = await post(ONE);
    const colleague = await addViewer(database.db, { organizationId: HOME.organizationId });
    const theirs = await post(ONE, { by: colleague });
    expect(theirs.result).toEqual({ ok: true, submissionId: theirs.submissionId });
    const { agentId } = await addAgent(database.db, { organizationId: HOME.organizationId });
    await setRow(first.submissionId, { agentId });
    const second = await post(ONE);
    expect(second.result).toEqual({ ok: true, submissionId: second.submissionId });
  });
});

describe('a refused submission that was corrected already', () => {
  it('is not corrected into a second lead, from another tab or by a colleague', async () => {
    const refused = await post(ONE);
    await setRow(refused.submissionId, { state: 'refused' });
    const replaces = refused.submissionId;
    const manager = await addViewer(database.db, { organizationId: HOME.organizationId, role: 'manager' });
    const [first, second] = await Promise.all([
      post(TWO, { replaces }),
      post(ONE, { replaces, by: manager }),
    ]);
    const winner = first.result.ok ? first : second;
    const loser = first.result.ok ? second : first;
    expect(winner.result.ok).toBe(true);
    expect(loser.result).toMatchObject({
      before: { kind: 'corrected', earlier: { id: winner.submissionId } },
    });
    expect((await stored(replaces))[0]?.replacedBy).toBe(winner.submissionId);
  });

  it('causes a question also if a manager corrected it under their own name', async () => {
    const { submissionId: replaces } = await post(ONE);
    await setRow(replaces, { state: 'refused' });
    const manager = await addViewer(database.db, { organizationId: HOME.organizationId, role: 'manager' });
    const theirs = await post(TWO, { replaces, by: manager });
    expect(theirs.result.ok).toBe(true);
    const second = await post({ ...ANSWERS, lastName: 'Three' }, { replaces });
    expect(second.result).toMatchObject({
      before: { kind: 'corrected', earlier: { id: theirs.submissionId, isVisible: false } },
    });
    expect(await stored(second.submissionId)).toEqual([]);
  });

  it('is the same submission if it is corrected in the same way', async () => {
    const refused = await post(ONE);
    await setRow(refused.submissionId, { state: 'refused' });
    const first = await post(TWO, { replaces: refused.submissionId });
    const second = await post(TWO, { replaces: refused.submissionId });
    expect(second.result).toEqual({ ok: true, submissionId: first.submissionId });
  });
});
