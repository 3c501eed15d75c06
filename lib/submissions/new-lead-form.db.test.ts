import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import type { Database } from '@/lib/db/handle';
import { type Refusal, submissions } from '@/lib/db/schema/submissions';
import { setFieldDisplay } from '@/lib/lead-schema/field-settings';
import { freshDatabase } from '@/tests/support/database';
import { english } from '@/tests/support/english';
import { HOME, openTestPortal, type TestPortal } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { queueSubmission } from '@/tests/support/submissions';
import { getNewLeadForm, newLeadDraftKey } from './new-lead-form';

let database: Database;
let portal: TestPortal;
let viewer: Viewer;
beforeAll(async () => {
  [database, portal] = await Promise.all([freshDatabase(), openTestPortal()]);
  viewer = await addViewer(database.db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
});
afterAll(() => Promise.all([database.close(), portal.close()]));
beforeEach(() => portal.vendor('POST', '/reset'));

/** The form that corrects a submission refused with these words. */
async function formAfter(refusal: Refusal) {
  const { db } = database;
  const { id } = await queueSubmission({ database, portal, viewer });
  await db.update(submissions).set({ state: 'refused', refusal }).where(eq(submissions.id, id));
  const words = { t: english, locale: 'en', timeZone: 'UTC' };
  const form = await getNewLeadForm(db, viewer, {
    from: id,
    service: portal.service,
    ...words,
    now: new Date(),
  });
  const keyOf = (fieldId: string) => form.model.fields.find((field) => field.id === fieldId);
  return { id, form, state: form.initialState, keyOf };
}

it('puts the portal’s words as plain text beside the folded field they name', async () => {
  const { state, keyOf } = await formAfter({
    message: 'Notes is required. Come back later.',
    fieldErrors: {},
  });
  expect(keyOf('notes')?.folded).toBe(true);
  expect(state).toMatchObject({
    errors: expect.arrayContaining([{ key: keyOf('notes')?.key, message: 'Notes is required.' }]),
    formErrors: ['The portal said: Notes is required. Come back later.'],
  });
});

it('drops nothing said about a field that the form does not have', async () => {
  const by = { personId: 'person-robin', email: 'robin@vendor.example' };
  await setFieldDisplay(database.db, { fieldId: 'phone', display: { hidden: true }, by, at: new Date() });
  const { state, keyOf } = await formAfter({
    fieldErrors: { phone: 'Phone is odd', email: 'Email is odd', gone: 'Gone is odd' },
  });
  expect(state).toMatchObject({
    errors: expect.arrayContaining([{ key: keyOf('email')?.key, message: 'Email is odd' }]),
    formErrors: ['The portal said: Gone is odd · Email is odd · Phone is odd'],
  });
});

it('treats an admin’s words as words about the lead', async () => {
  const { state, keyOf } = await formAfter({ message: 'Phone them first.', fieldErrors: {}, byAdmin: true });
  expect(state).toMatchObject({
    errors: [{ key: keyOf('consent')?.key }],
    formErrors: ['An admin said: Phone them first.'],
  });
});

it('fills in every refused answer except the consent, which must be given again', async () => {
  const { form, keyOf } = await formAfter({ message: 'No', fieldErrors: {} });
  const consent = keyOf('consent');
  expect(consent?.consent).toBe(true);
  expect(form.values[consent?.key ?? '']).toBe('');
  expect(form.initialState).toMatchObject({
    values: { [consent?.key ?? '']: '' },
    errors: [{ key: consent?.key, message: 'Confirm again: consents aren’t copied' }],
  });
  expect(form.values[keyOf('lastName')?.key ?? '']).toBe('Berg');
});

it('keeps a draft of each correction, separate from the others and from that of a new lead', async () => {
  const [a, b] = [
    await formAfter({ message: 'No', fieldErrors: {} }),
    await formAfter({ message: 'No', fieldErrors: {} }),
  ];
  expect(a.form.hidden.replaces).toBe(a.id);
  const keys = [undefined, a.id, b.id].map((replaces) => newLeadDraftKey(viewer.personId, { replaces }));
  expect(new Set(keys).size).toBe(3);
  expect(keys.every((key) => key.startsWith(newLeadDraftKey(viewer.personId)))).toBe(true);
});
