import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { drafts } from '@/lib/db/schema/drafts';
import { submissions } from '@/lib/db/schema/submissions';
import { saveDraft } from '@/lib/drafts/save';
import type { Answers } from '@/lib/forms/field';
import { english } from '@/tests/support/english';
import { type ErasureDeskWithPortal, now, openErasureDeskWithPortal } from '@/tests/support/erasing';
import { newLeadPost, submitForm } from '@/tests/support/submission-forms';
import { ANSWERS } from '@/tests/support/submissions';

/** A form that is posted again after the person of its lead was erased. */

let desk: ErasureDeskWithPortal;
let viewer: Viewer;
let email: string;
let answers: Answers;
let draftId: string;
let number = 0;
beforeAll(async () => {
  desk = await openErasureDeskWithPortal();
});
afterAll(() => desk.close());
beforeEach(async () => {
  viewer = await desk.addHomeViewer();
  number += 1;
  draftId = newId('draft');
  email = `again-${number}@form.example`;
  answers = { ...ANSWERS, email, firstName: 'Wanda', lastName: 'Wiederholt' };
});

type Ids = { formId?: string; replaces?: string; newSubmissionId?: string; draftId?: string };

async function post(posted: Answers, submissionId = newId('submission'), ids: Ids = {}) {
  const { data } = await newLeadPost(desk, posted, submissionId);
  for (const [name, value] of Object.entries(ids)) data.set(name, value);
  return { submissionId, result: await submitForm(desk, { data, by: viewer }) };
}

const confirm = (id: string, values: Partial<typeof submissions.$inferInsert>) =>
  desk.db.update(submissions).set(values).where(eq(submissions.id, id));

/** Submits the person's lead and erases them: it is in the portal, or was refused. */
async function submitAndErase(state: 'accepted' | 'refused', ids: Ids = {}) {
  const { submissionId } = await post(answers, undefined, ids);
  const leadId =
    state === 'accepted'
      ? await desk.addLead({ email, firstName: 'Wanda', lastName: 'Wiederholt' }, viewer)
      : null;
  await confirm(submissionId, { state, leadId, completedAt: now });
  expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
  return submissionId;
}

const ERASED = { ok: false, state: { status: 'failed', message: english('erasedSince') } };
const countOf = () => desk.db.$count(submissions, eq(submissions.personId, viewer.personId));
const isRetained = async () =>
  JSON.stringify([await desk.db.select().from(submissions), await desk.db.select().from(drafts)]).includes(
    'Wiederholt',
  );

describe.each(['accepted', 'refused'] as const)('the form of a lead that was %s and erased', (state) => {
  it('is not sent again, however it is posted, and says why; nor is it a draft again', async () => {
    const id = await submitAndErase(state, { draftId });
    const before = await countOf();
    const ways: Record<string, () => Promise<{ result: unknown }>> = {
      again: () => post(answers, id),
      'after Back, under a new id': () => post(answers, undefined, { formId: id }),
      'from its draft on another device': () => post(answers, undefined, { draftId }),
      'as the answer to an earlier question': () =>
        post(answers, id, { newSubmissionId: newId('submission') }),
      'as its correction': () => post(answers, undefined, { replaces: id }),
    };
    for (const [way, again] of Object.entries(ways))
      expect((await again()).result, way).toMatchObject(ERASED);
    // With the answers of somebody else they stay on the screen.
    const { result } = await post({ ...answers, lastName: 'Other' }, undefined, { formId: id });
    expect(result).toMatchObject(ERASED);
    expect(JSON.stringify(result)).toContain('Other');
    expect(await countOf()).toBe(before);
    const save = {
      id: draftId,
      known: [],
      revision: newId('revision'),
      locale: 'en',
      timeZone: 'UTC',
      now,
      schemaVersion: await versionOf(),
      fields: [],
      device: {},
    };
    const saved = await saveDraft(desk.db, viewer, save);
    expect(saved.kind).toBe(state === 'accepted' ? 'submitted' : 'erased');
    expect(await isRetained()).toBe(false);
  });
});

async function versionOf(): Promise<string> {
  const { data } = await newLeadPost(desk, answers);
  return String(data.get('version'));
}

it('an edit of an erased lead that was still open stores no draft', async () => {
  const leadId = await desk.addLead({ email, firstName: 'Wanda', lastName: 'Wiederholt' }, viewer);
  expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
  const saved = await saveDraft(desk.db, viewer, {
    id: draftId,
    known: [],
    revision: newId('revision'),
    locale: 'en',
    timeZone: 'UTC',
    now,
    schemaVersion: await versionOf(),
    device: {},
    leadId,
    fields: [['companyName', 'text', 'Wiederholt & Co']],
  });
  expect(saved.kind).toBe('erased');
  expect(await isRetained()).toBe(false);
});

it('a separate lead from the same form is still known, and another form is sent', async () => {
  const { submissionId: formId } = await post(answers);
  const other = { ...answers, email: 'other@form.example', lastName: 'Other' };
  const { submissionId: separate } = await post(other, undefined, { formId });
  const newSubmissionId = newId('submission');
  expect(separate).not.toBe(newSubmissionId);
  expect((await post(other, formId, { newSubmissionId })).result).toEqual({
    ok: true,
    submissionId: newSubmissionId,
  });
  const leadId = await desk.addLead({ email, firstName: 'Wanda', lastName: 'Wiederholt' }, viewer);
  await confirm(formId, { state: 'accepted', leadId, completedAt: now });
  expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
  expect((await post(other, formId)).result).toEqual({ ok: true, submissionId: newSubmissionId });
  expect((await post(answers, formId)).result).toMatchObject(ERASED);
  expect((await post({ ...answers, lastName: 'Third' })).result).toMatchObject({ ok: true });
});
