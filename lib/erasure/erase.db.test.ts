import { and, eq, isNull } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeAudit } from '@/lib/audit/write-audit';
import type { Viewer } from '@/lib/auth/viewer';
import { placeKey } from '@/lib/core/erasure';
import { newId } from '@/lib/core/ids';
import { auditLog } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports, sentImportRows } from '@/lib/db/schema/imports';
import { knownCompanies } from '@/lib/db/schema/known';
import { leads } from '@/lib/db/schema/leads';
import { notices } from '@/lib/db/schema/notices';
import { people, signInLinks } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { pendingEdits, timeline } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { applyLead } from '@/lib/leads/apply';
import { getLeadView } from '@/lib/leads/lead-view';
import { startRead } from '@/lib/leads/read-start';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import { queueMail } from '@/lib/mail/mail';
import { toStoredKeys } from '@/lib/match-keys/keys';
import { getSignedReceipt } from '@/lib/receipts/issue';
import { listPublicKeys } from '@/lib/receipts/keys';
import { verifyReceipt } from '@/lib/receipts/verify';
import { getSubmissionView } from '@/lib/submissions/view';
import {
  by,
  dumpOf,
  type ErasureDeskWithPortal,
  issuer,
  mailVault,
  now,
  openErasureDeskWithPortal,
  receiptVault,
} from '@/tests/support/erasing';
import { HOME } from '@/tests/support/portal';
import { addViewer, silentLog } from '@/tests/support/rows';
import { fullSyncsOf } from '@/tests/support/sync';
import { digestText, findCertificate } from './certificate';

/** A person whose every value is found nowhere else. */
const EMAIL = 'zeldamarie@quixotewitz.example';
const NAMES = { firstName: 'Zeldamarie', lastName: 'Quixotewitz' };
const PHONE = '+49 30 99887766';
const COMPANY = 'Quixotewitz Solo GmbH';
const WORDS = ['zeldamarie', 'quixotewitz', '99887766'];
const ANSWERS = {
  ...NAMES,
  email: EMAIL,
  phone: PHONE,
  companyName: COMPANY,
  value: 1200,
  notes: `${NAMES.lastName} called`,
};
const KEYS = toStoredKeys({ email: EMAIL, phone: PHONE, company: COMPANY });

let desk: ErasureDeskWithPortal;
let viewer: Viewer;
let world: ReturnType<typeof fullSyncsOf>;
beforeAll(async () => {
  desk = await openErasureDeskWithPortal({ seedLeads: 5 });
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.readForm();
  world = fullSyncsOf(desk.db);
  viewer = await desk.addHomeViewer();
});

const run = (text: string, ticked?: string[]) => desk.run(text, ticked);
const look = (text = EMAIL) => desk.look(text);
const fullSync = async () => {
  await world.run(desk.portal.newClient());
  await world.readSuspects(desk.portal.newClient());
};

/** The person's lead in the portal, read by a full sync. */
async function addPortalLead(over: object = {}): Promise<string> {
  const { value, phone, companyName, notes: _, ...standard } = ANSWERS;
  const { id } = await desk.portal.vendor<{ id: string }>('POST', '/leads', {
    ...standard,
    value,
    platform: 'web-store',
    partnerOrganizationId: HOME.organizationId,
    agentId: HOME.agentIds[0],
    customFields: { phone, companyName },
    ...over,
  });
  await fullSync();
  return id;
}

async function addSubmission(over: Partial<typeof submissions.$inferInsert> = {}): Promise<string> {
  const id = newId('submission');
  const { organizationId, agentId } = viewer.membership;
  await desk.db.insert(submissions).values({
    id,
    personId: viewer.personId,
    organizationId,
    agentId,
    schemaVersion: '',
    answers: ANSWERS,
    ...KEYS,
    digest: 'digest-of-answers',
    createdAt: now,
    attemptLog: [{ at: now.toISOString(), message: EMAIL }],
    ...over,
  });
  await desk.db
    .insert(timeline)
    .values({ submissionId: id, at: now, kind: 'submitted', personId: viewer.personId });
  return id;
}

const accepted = (leadId: string) =>
  addSubmission({ state: 'accepted', leadId, completedAt: now, acceptedBy: 'response' });

async function addDraft(over: Partial<typeof drafts.$inferInsert> = {}): Promise<string> {
  const id = newId('draft');
  const { organizationId, agentId } = viewer.membership;
  await desk.db.insert(drafts).values({
    id,
    personId: viewer.personId,
    organizationId,
    agentId,
    schemaVersion: '',
    locale: 'en',
    timeZone: 'UTC',
    fields: [
      ['email', 'email', ` ${EMAIL.toUpperCase()}`],
      ['lastName', 'text', NAMES.lastName],
    ],
    revision: newId('revision'),
    createdAt: now,
    updatedAt: now,
    ...over,
  });
  return id;
}

async function addImport(rows: Partial<typeof importRows.$inferInsert>[]): Promise<string> {
  const importId = newId('import');
  const { organizationId, agentId } = viewer.membership;
  await desk.db.insert(imports).values({
    id: importId,
    personId: viewer.personId,
    organizationId,
    agentId,
    state: 'open',
    fileName: 'Zeldamarie Quixotewitz.csv',
    headings: ['Email', 'Name'],
    createdAt: now,
    updatedAt: now,
  });
  const cells = [EMAIL, `${NAMES.firstName} ${NAMES.lastName}`];
  await desk.db
    .insert(importRows)
    .values(rows.map((row, position) => ({ importId, position, line: position + 1, cells, ...row })));
  return importId;
}

/** Everywhere else. */
async function addMentions(leadId: string): Promise<void> {
  const { db } = desk;
  const name = `${NAMES.firstName} ${NAMES.lastName}`;
  const owner = { leadId, organizationId: HOME.organizationId, agentId: HOME.agentIds[0] };
  const { personId } = viewer;
  const fields = [{ id: 'email', label: 'Email', from: 'old@quixotewitz.example', to: EMAIL }];
  await db.insert(timeline).values({ ...owner, at: now, kind: 'fields-changed', detail: { fields } });
  await db.insert(pendingEdits).values({
    leadId,
    personId,
    at: now,
    fieldIds: ['lastName'],
    changes: [['lastName', NAMES.lastName, 'Other']],
  });
  const [notice] = await db
    .insert(notices)
    .values({ personId, kind: 'status-changed', leadId, at: now, mailedAt: now })
    .returning({ id: notices.id });
  const mailedNotices = { ids: [notice?.id ?? 0], kinds: ['status-changed'], isNamed: true };
  const mail = { kind: 'notices', to: viewer.email, subject: `${name}: won`, text: name, html: name };
  await queueMail(db, mail, { vault: mailVault, now, about: { personId, mailedNotices } });
  await db.insert(signInLinks).values({
    id: newId('link'),
    tokenHash: newId('link'),
    email: EMAIL,
    browserHash: '',
    callbackUrl: '/',
    locale: 'en',
    createdAt: now,
    expiresAt: now,
  });
  await consumeLimit(db, { limit: LIMITS.mailbox, subject: EMAIL });
  const body = new TextEncoder().encode(`{"lead":{"email":"${EMAIL.toUpperCase()}"}}`);
  await db.insert(webhookQuarantine).values({ receiverId: 'r', digest: 'd', body, firstAt: now });
  const view = { personId, organizationId: HOME.organizationId, isShared: true, createdAt: now };
  await db.insert(savedViews).values({ ...view, id: newId('view'), name: `${name}’s leads`, params: {} });
  const other = await addViewer(db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
  await db.insert(viewAs).values({
    id: newId('viewAs'),
    adminId: other.personId,
    personId,
    reason: `Cannot see ${name}`,
    startedAt: now,
    expiresAt: now,
    endedAt: now,
    ended: 'stopped',
  });
}

/** Lines that still name the person. */
const remains = async () =>
  (await dumpOf(desk.db))
    .split('\n')
    .filter((line) => WORDS.some((word) => line.toLowerCase().includes(word)));

describe('erasing what is stored about an address', () => {
  it('leaves nothing of the person in any table, and no later read of the portal brings it back', async () => {
    const { db } = desk;
    const leadId = await addPortalLead();
    const mine = await accepted(leadId);
    const typo = await addSubmission({
      state: 'refused',
      replacedBy: mine,
      knownEmail: 'zeldamarie@quixotewitz.exmple',
      refusal: { message: `${EMAIL} is wrong`, fieldErrors: {} },
    });
    await addDraft();
    await addDraft({ leadId, fields: [['lastName', 'text', NAMES.lastName]] });
    const rows = [
      { state: 'stored' as const, submissionId: mine },
      { state: 'wrong' as const, emailKey: EMAIL },
    ];
    const place = await addImport(rows);
    const { personId } = viewer;
    await db.insert(sentImportRows).values({ sentKey: 'of a deleted import', personId, submissionId: mine });
    await addMentions(leadId);
    const before = await signed(mine);
    expect((await remains()).length).toBeGreaterThan(12);
    const { places } = await look();
    expect(places.map(({ kind }) => kind)).toEqual(['import', 'view', 'reason']);

    const done = await run(EMAIL, places.map(placeKey));
    if (done.kind !== 'erased') return expect.fail(done.kind);
    expect(await remains()).toEqual([]);
    const certificate = await findCertificate(db, done.id);
    expect(certificate).toMatchObject({
      personId: by.personId,
      email: by.email,
      digest: digestText(done.id, EMAIL),
      leads: [{ id: leadId, isDeleted: false }],
      counts: {
        leads: 1,
        submissions: 1,
        refused: 1,
        drafts: 2,
        rows: 2,
        edits: 1,
        mails: 1,
        links: 1,
        imports: 1,
        views: 1,
        reasons: 1,
        deliveries: 1,
      },
    });
    const code = certificate?.code ?? '';
    expect(decodeProtectedHeader(code)).toMatchObject({ alg: 'EdDSA', typ: 'erasure-certificate+jwt' });
    expect(decodeJwt(code)).toMatchObject({ jti: done.id, searched_sha256: certificate?.digest });
    expect(await db.$count(submissions, eq(submissions.id, typo))).toBe(0);
    expect(await db.$count(importRows, eq(importRows.importId, place))).toBe(1);
    expect(await db.$count(sentImportRows)).toBe(0);
    // What the email told is told by the next one.
    expect(await db.$count(notices, and(eq(notices.kind, 'status-changed'), isNull(notices.mailedAt)))).toBe(
      1,
    );
    // The receipt is the same, and verifies; its answers can't be guessed any more.
    expect(await signed(mine)).toEqual({ ...before, isOwn: false });
    const keys = await listPublicKeys(db);
    expect(await verifyReceipt(before?.code ?? '', { keys, issuer })).toMatchObject({ kind: 'genuine' });

    // The person is still in the portal.
    await desk.portal.vendor('PATCH', `/leads/${leadId}`, {
      status: 'qualified',
      lastName: 'Quixotewitz-Neu',
    });
    await fullSync();
    await applyLead(db, {
      lead: (await desk.portal.newClient().readLead(leadId, { class: 'background' })) ?? expect.fail('gone'),
      readStart: await startRead(db, world.now()),
      labelOf: (id) => ({ label: id }),
    });
    await fullSync();
    expect(await remains()).toEqual([]);
    const [row] = await db.select().from(leads).where(eq(leads.id, leadId));
    expect(row).toMatchObject({ status: 'qualified', value: 1200, email: '', erasedAt: now });
    const view = await getLeadView(db, viewer, { id: leadId, now, locale: 'en' });
    expect(view).toMatchObject({ name: leadId, editable: false, erasedAt: now.toISOString() });
    const page = await getSubmissionView(db, viewer, { id: mine, now, locale: 'en' });
    expect(page).toMatchObject({ state: 'accepted', isErased: true });
    // Nothing is left to be erased.
    expect(await run(EMAIL)).toEqual({ kind: 'nothing' });
  });

  it('is done whole, or not at all', async () => {
    const email = 'whole@quixotewitz.example';
    const id = await desk.addLead({ ...NAMES, email }, viewer);
    const draftId = await addDraft({ fields: [['email', 'email', email]] });
    await expect(desk.run(email, [], { ...by, email: 'no\0text' })).rejects.toThrow();
    expect(await desk.db.select().from(leads).where(eq(leads.id, id))).toMatchObject([NAMES]);
    expect(await desk.db.$count(drafts, eq(drafts.id, draftId))).toBe(1);
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('erases nothing while a lead is being sent', async () => {
    const email = 'under.way@quixotewitz.example';
    const id = await addSubmission({ state: 'confirming', knownEmail: email });
    expect(await run(email)).toEqual({ kind: 'under-way', count: 1 });
    const [row] = await desk.db.select().from(submissions).where(eq(submissions.id, id));
    expect(row?.answers).toEqual(ANSWERS);
    await desk.db.update(submissions).set({ state: 'refused' }).where(eq(submissions.id, id));
    const waiting = { state: 'waiting' as const, emailKey: email, sentKey: 'key' };
    await addImport([{ ...waiting, cells: [email], submissionId: newId('submission') }]);
    expect(await run(email)).toEqual({ kind: 'under-way', count: 1 });
    await desk.db.delete(imports);
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('erases nothing while a submission without an outcome may have created the lead, under another address', async () => {
    const { db } = desk;
    const email = 'enriched@quixotewitz.example';
    const unclear = { state: 'review' as const, firstAttemptOrder: 1 };
    const id = await addSubmission({ ...unclear, knownEmail: 'typed@quixotewitz.example' });
    // Nobody waits for one of somebody else, however long its outcome is unclear.
    const other = { firstName: 'Ada', lastName: 'Brandt', email: 'other@person.example' };
    await addSubmission({ ...unclear, knownEmail: other.email, answers: other });
    const leadId = await desk.addLead({ ...NAMES, email }, viewer);
    expect(await run(email)).toEqual({ kind: 'under-way', count: 1 });
    const outcome = { state: 'accepted' as const, completedAt: now, acceptedBy: 'admin' as const };
    await db
      .update(submissions)
      .set({ ...outcome, leadId })
      .where(eq(submissions.id, id));
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('erases the lead, too, whose address is another one by now, and waits for one that was never read', async () => {
    const { db } = desk;
    const before = 'before@quixotewitz.example';
    const leadId = await desk.addLead({ ...NAMES, email: 'after@quixotewitz.example' }, viewer);
    const mine = { state: 'accepted', completedAt: now, acceptedBy: 'response', knownEmail: before } as const;
    await addSubmission({ ...mine, leadId });
    const unread = await addSubmission({ ...mine, leadId: 'feedfacefeedfacefeedface' });
    expect(await run(before)).toEqual({ kind: 'under-way', count: 1 });
    await db.delete(timeline).where(eq(timeline.submissionId, unread));
    await db.delete(submissions).where(eq(submissions.id, unread));
    expect(await run(before)).toMatchObject({ kind: 'erased' });
    const [row] = await db.select().from(leads).where(eq(leads.id, leadId));
    expect(row).toMatchObject({ email: '', lastName: '', erasedAt: now });
  });

  it('leaves the account and its log alone of someone who signs in here', async () => {
    const { db } = desk;
    await writeAudit(db, { event: 'people.invited', subject: viewer.email, at: now });
    await addDraft({ fields: [['email', 'email', viewer.email]] });
    const roles = { isSomeone: true, person: { id: viewer.personId } };
    expect((await look(viewer.email)).roles).toMatchObject(roles);
    expect(await run(viewer.email)).toMatchObject({ kind: 'erased' });
    expect(await db.$count(auditLog, eq(auditLog.subject, viewer.email))).toBe(1);
    expect(await db.$count(people, eq(people.email, viewer.email))).toBe(1);
  });

  it('forgets a company with its last lead, also in an organization that the lead has left', async () => {
    const { db } = desk;
    const custom = { companyName: 'Shared Works' };
    const [one, two] = ['one@shared-works.example', 'two@shared-works.example'];
    await desk.addLead({ ...NAMES, email: one, custom }, viewer);
    const id = await desk.addLead({ ...NAMES, email: two, custom }, viewer);
    const { knownCompany } = toStoredKeys({ company: 'Shared Works' });
    await db.insert(knownCompanies).values({ organizationId: 'left', band: 1, company: knownCompany ?? '' });
    const left = { leadId: id, organizationId: 'left', agentId: 'a' };
    await db.insert(timeline).values({ ...left, at: now, kind: 'first-seen', detail: {} });
    const noted = () => db.$count(knownCompanies, eq(knownCompanies.company, knownCompany ?? ''));
    const before = await noted();
    await run(one);
    expect(await noted()).toBe(before);
    await run(two);
    expect(await noted()).toBe(0);
  });
});

const signed = (submissionId: string) =>
  getSignedReceipt(desk.db, viewer, { submissionId, issuer, vault: receiptVault, log: silentLog, now });
