import { eq, sql } from 'drizzle-orm';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeAudit } from '@/lib/audit/write-audit';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { auditLog, mails } from '@/lib/db/schema/admin';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports, sentImportRows } from '@/lib/db/schema/imports';
import { jobs } from '@/lib/db/schema/jobs';
import { knownCompanies } from '@/lib/db/schema/known';
import { leads } from '@/lib/db/schema/leads';
import { people, signInLinks } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { pendingEdits, timeline } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { toStoredKeys } from '@/lib/known-keys/keys';
import { applyLead } from '@/lib/leads/apply';
import { getLeadView } from '@/lib/leads/lead-view';
import { startReading } from '@/lib/leads/read-start';
import { LIMITS, takeTurn } from '@/lib/limits/limits';
import { queueMail } from '@/lib/mail/mail';
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
import { sweepsOf } from '@/tests/support/sync';
import { digestAddress, findCertificate } from './certificate';

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
let world: ReturnType<typeof sweepsOf>;
beforeAll(async () => {
  desk = await openErasureDeskWithPortal({ seedLeads: 5 });
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.readForm();
  world = sweepsOf(desk.db);
  viewer = await desk.addHomeViewer();
});

const run = (email = EMAIL) => desk.run(email);
const look = (email = EMAIL) => desk.look(email);
const sweep = async () => {
  await world.run(desk.portal.newClient());
  await world.readSuspects(desk.portal.newClient());
};

/** The person's lead in the portal, read by a sweep. */
async function addPortalLead(over: object = {}): Promise<string> {
  const { value, phone, companyName, notes: _, ...standard } = ANSWERS;
  const { id } = await desk.portal.vendor<{ id: string }>('POST', '/leads', {
    ...{ ...standard, value, platform: 'web-store' },
    ...{ partnerOrganizationId: HOME.organizationId, agentId: HOME.agentIds[0] },
    customFields: { phone, companyName },
    ...over,
  });
  await sweep();
  return id;
}

async function addSubmission(over: Partial<typeof submissions.$inferInsert> = {}): Promise<string> {
  const id = newId('submission');
  const { organizationId, agentId } = viewer.membership;
  await desk.db.insert(submissions).values({
    ...{
      id,
      personId: viewer.personId,
      organizationId,
      agentId,
      schemaVersion: '',
      answers: ANSWERS,
      ...KEYS,
    },
    ...{ digest: 'digest-of-answers', createdAt: now, attemptLog: [{ at: now.toISOString(), words: EMAIL }] },
    ...over,
  });
  await desk.db
    .insert(timeline)
    .values({ submissionId: id, at: now, kind: 'submitted', personId: viewer.personId });
  return id;
}

const accepted = (leadId: string) =>
  addSubmission({ state: 'accepted', leadId, settledAt: now, acceptedBy: 'answer' });

async function addDraft(over: Partial<typeof drafts.$inferInsert> = {}): Promise<string> {
  const id = newId('draft');
  const { organizationId, agentId } = viewer.membership;
  await desk.db.insert(drafts).values({
    ...{
      id,
      personId: viewer.personId,
      organizationId,
      agentId,
      schemaVersion: '',
      locale: 'en',
      timeZone: 'UTC',
    },
    ...{
      fields: [
        ['email', 'email', ` ${EMAIL.toUpperCase()}`],
        ['lastName', 'text', NAMES.lastName],
      ],
    },
    ...{ revision: newId('revision'), createdAt: now, updatedAt: now, ...over },
  });
  return id;
}

async function addImport(rows: Partial<typeof importRows.$inferInsert>[]): Promise<string> {
  const importId = newId('import');
  const { organizationId, agentId } = viewer.membership;
  await desk.db.insert(imports).values({
    ...{ id: importId, personId: viewer.personId, organizationId, agentId, state: 'open' },
    ...{
      fileName: 'zeldamarie_quixotewitz.csv',
      headings: ['Email', 'Name'],
      createdAt: now,
      updatedAt: now,
    },
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
  const fields = [{ id: 'email', label: 'Email', from: 'old@quixotewitz.example', to: EMAIL }];
  await db.insert(timeline).values({ ...owner, at: now, kind: 'fields-changed', detail: { fields } });
  await db
    .insert(timeline)
    .values({ ...owner, at: now, kind: 'status-changed', detail: { from: 'a', to: 'b' } });
  await db.insert(pendingEdits).values({
    ...{ leadId, personId: viewer.personId, at: now, fieldIds: ['lastName'] },
    changes: [['lastName', NAMES.lastName, 'Other']],
  });
  const mail = { kind: 'notices', to: viewer.email, text: `${name} moved on`, html: `<p>${name}</p>` };
  await queueMail(db, { ...mail, subject: `${name}: won` }, { vault: mailVault, now: now });
  await queueMail(db, { ...mail, to: EMAIL, subject: 'Hello' }, { vault: mailVault, now: now });
  await db.insert(signInLinks).values({
    ...{ id: newId('link'), tokenHash: newId('link'), email: EMAIL, browserHash: '', callbackUrl: '/' },
    ...{ locale: 'en', createdAt: now, expiresAt: now },
  });
  await takeTurn(db, { limit: LIMITS.mailbox, subject: EMAIL });
  const by = { personId: viewer.personId, email: viewer.email };
  await writeAudit(db, { by, event: 'signin.refused', subject: EMAIL, at: now });
  const detail = { message: `Ask ${name} (${PHONE}) first`, leadId };
  await writeAudit(db, { by, event: 'submission.returned', subject: 'submission sub_1', detail, at: now });
  await db
    .insert(jobs)
    .values({ topic: 't', key: leadId, payload: {}, runAt: now, lastError: `no ${EMAIL}` });
  const body = new TextEncoder().encode(`{"lead":{"email":"${EMAIL.toUpperCase()}"}}`);
  await db.insert(webhookQuarantine).values({ receiverId: 'r', digest: 'd', body, firstAt: now });
  const view = {
    personId: viewer.personId,
    organizationId: HOME.organizationId,
    isShared: true,
    createdAt: now,
  };
  await db.insert(savedViews).values({ ...view, id: newId('view'), name: `${name}’s leads`, params: {} });
  await db
    .insert(savedViews)
    .values({ ...view, id: newId('view'), name: 'Hers', params: { q: EMAIL.toUpperCase() } });
  const other = await addViewer(db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
  await db.insert(viewAs).values({
    ...{ id: newId('viewAs'), adminId: other.personId, personId: viewer.personId },
    ...{ reason: `Cannot see ${name}`, startedAt: now, expiresAt: now, endedAt: now, ended: 'stopped' },
  });
}

/** Lines that still name the person. */
const remains = async () =>
  (await dumpOf(desk.db))
    .split('\n')
    .filter((line) => WORDS.some((word) => line.toLowerCase().includes(word)));

describe('erasing what is kept about an address', () => {
  it('leaves nothing of the person in any table, and no later read of the portal brings it back', async () => {
    const { db } = desk;
    const leadId = await addPortalLead();
    const mine = await accepted(leadId);
    const typo = await addSubmission({
      ...{ state: 'refused', replacedBy: mine, knownEmail: 'zeldamarie@quixotewitz.exmple' },
      refusal: { message: `${EMAIL} is wrong`, fieldErrors: {} },
    });
    await addDraft();
    await addDraft({ leadId, fields: [['lastName', 'text', NAMES.lastName]] });
    const [place] = [await addImport([{ state: 'stored', submissionId: mine }, { state: 'wrong' }])];
    const { personId } = viewer;
    await db.insert(sentImportRows).values({ sentKey: 'of a deleted import', personId, submissionId: mine });
    await addMentions(leadId);
    const before = await signed(mine);
    expect((await remains()).length).toBeGreaterThan(15);

    const done = await run();
    if (done.kind !== 'erased') return expect.fail(done.kind);
    expect(await remains()).toEqual([]);
    const certificate = await findCertificate(db, done.id);
    expect(certificate).toMatchObject({
      ...{ personId: by.personId, email: by.email, digest: digestAddress(done.id, EMAIL) },
      leads: [{ id: leadId, isDeleted: false }],
      counts: {
        ...{ leads: 1, submissions: 1, refused: 1, drafts: 2, rows: 2, imports: 1, edits: 1 },
        ...{ mails: 2, links: 1, audit: 2, deliveries: 1, jobs: 1, views: 2, reasons: 1 },
      },
    });
    const code = certificate?.code ?? '';
    expect(decodeProtectedHeader(code)).toMatchObject({ alg: 'EdDSA', typ: 'erasure-certificate+jwt' });
    expect(decodeJwt(code)).toMatchObject({ jti: done.id, address_sha256: certificate?.digest });
    expect(await db.select({ id: submissions.id }).from(submissions).where(eq(submissions.id, typo))).toEqual(
      [],
    );
    expect(await db.$count(importRows, eq(importRows.importId, place))).toBe(1);
    expect(await db.$count(sentImportRows)).toBe(0);
    // The receipt is the same, and verifies; its answers can't be guessed any more.
    expect(await signed(mine)).toEqual({ ...before, isOwn: false });
    const keys = await listPublicKeys(db);
    expect(await verifyReceipt(before?.code ?? '', { keys, issuer })).toMatchObject({ kind: 'genuine' });

    // The person is still in the desk.portal.
    await desk.portal.vendor('PATCH', `/leads/${leadId}`, {
      status: 'qualified',
      lastName: 'Quixotewitz-Neu',
    });
    await sweep();
    await applyLead(db, {
      lead: (await desk.portal.newClient().readLead(leadId, { class: 'background' })) ?? expect.fail('gone'),
      readStart: await startReading(db, world.now()),
      labelOf: (id) => ({ label: id }),
    });
    await sweep();
    expect(await remains()).toEqual([]);
    const [row] = await db.select().from(leads).where(eq(leads.id, leadId));
    expect(row).toMatchObject({
      status: 'qualified',
      value: 1200,
      email: '',
      erasedAt: now,
      searchGrams: [],
    });
    const view = await getLeadView(db, viewer, { id: leadId, now: now, locale: 'en' });
    expect(view).toMatchObject({ name: leadId, editable: false, erasedAt: now.toISOString() });
    const page = await getSubmissionView(db, viewer, { id: mine, now: now, locale: 'en' });
    expect(page).toMatchObject({ state: 'accepted', isErased: true });
    // Nothing is left to be erased.
    expect(await run()).toEqual({ kind: 'nothing' });
  });

  it('finds other spellings of name and phone in every text, and leaves those of others', async () => {
    const { db } = desk;
    const email = 'zoe.quixotewitz@other.example';
    const [firstName, lastName] = ['Zo\u00eb', 'Quixotewitz'];
    await addPortalLead({ email, firstName, lastName });
    const spellings = [
      'QUIXOTEWITZ, ZOE',
      'Zoe\u0308 Quixotewitz',
      'call 0049 30 99887766',
      'ask 030-998 877 66',
    ];
    const others = ['Quixotewitz', 'Carl Quixotewitz', 'ask +43 30 99887766', 'in 2026'];
    const seen = await addViewer(db, { organizationId: HOME.organizationId, agentId: HOME.agentIds[0] });
    const texts = [...spellings, ...others];
    for (const [place, text] of texts.entries()) {
      await writeAudit(db, { event: 'lead.viewed', subject: text, detail: { why: text }, at: now });
      await db.insert(viewAs).values({
        ...{ id: `spelling-${place}`, adminId: viewer.personId, personId: seen.personId, reason: text },
        ...{ startedAt: now, expiresAt: now, endedAt: now, ended: 'stopped' as const },
      });
      const mail = { kind: 'notices', to: viewer.email, subject: 'One', text, html: `<b>${text}</b>` };
      await queueMail(db, mail, { vault: mailVault, now: now });
      await db
        .insert(jobs)
        .values({ topic: 't', key: `k${place}`, payload: {}, runAt: now, lastError: text });
    }
    const found = await look(email);
    for (const kind of ['audit', 'reasons', 'mails', 'jobs'] as const)
      expect(found[kind], kind).toHaveLength(spellings.length);
    expect(await run(email)).toMatchObject({ kind: 'erased' });
    const rows = await db
      .select({ reason: viewAs.reason })
      .from(viewAs)
      .where(eq(viewAs.adminId, viewer.personId));
    const reasons = rows.map(({ reason }) => reason);
    expect(reasons).toEqual(expect.arrayContaining(others));
    expect(reasons.filter((reason) => reason.includes('•••'))).toHaveLength(spellings.length);
  });

  it.each(['quixotewitz', 'Quixo', 'zoe', 'ZO\u00cb quixotewitz', 'zoe.quix', 'quixotewitz solo'])(
    'deletes a saved view that searches for %s',
    async (q) => {
      const { db } = desk;
      const email = 'zoe.quixotewitz@other.example';
      await addPortalLead({ email, firstName: 'Zo\u00eb', lastName: 'Quixotewitz' });
      const view = { personId: viewer.personId, organizationId: HOME.organizationId, isShared: false };
      const kept = ['brandt', 'other', 'zoe brandt', 'zoo', 'qu', '', 'solo'];
      await db.insert(savedViews).values(
        [q, ...kept].map((one) => ({
          ...{ ...view, id: newId('view'), name: 'One', params: { q: one, status: 'won' } },
          createdAt: now,
        })),
      );
      expect(await run(email)).toMatchObject({ kind: 'erased', id: expect.any(String) });
      const rows = await db
        .select({ params: savedViews.params })
        .from(savedViews)
        .where(eq(savedViews.personId, viewer.personId));
      expect(rows.map(({ params }) => params.q).sort()).toEqual([...kept].sort());
    },
  );

  it.each([
    ['name and company', true, { ...NAMES, companyName: 'QUIXOTEWITZ SOLO' }],
    [
      'name and phone, under another address',
      true,
      { ...NAMES, phone: '030 99887766', email: 'z@home.example' },
    ],
    ['the name alone', true, NAMES],
    ['the phone alone', true, { phone: '0049 30 99887766' }],
    ['the name at another company', false, { ...NAMES, companyName: 'Nordwind' }],
    ['the phone of a colleague', false, { phone: PHONE, firstName: 'Carl', lastName: 'Quixotewitz' }],
    ['the last name alone', false, { lastName: NAMES.lastName }],
  ])(
    'of a draft without the address: %s, is it theirs: %s',
    async (_, isTheirs, typed: Record<string, string>) => {
      const { db } = desk;
      await addPortalLead();
      const id = await addDraft({
        fields: Object.entries(typed).map(([field, value]) => [field, 'text', value]),
      });
      expect((await look()).drafts.includes(id)).toBe(isTheirs);
      const [row] = [await addImport([{ state: 'wrong', cells: Object.values(typed) }])];
      expect(await run()).toMatchObject({ kind: 'erased' });
      expect(await db.$count(drafts, eq(drafts.id, id))).toBe(isTheirs ? 0 : 1);
      const isSureOfRow = isTheirs && Object.keys(typed).length > 2;
      expect(await db.$count(importRows, eq(importRows.importId, row))).toBe(isSureOfRow ? 0 : 1);
      await db.delete(drafts);
      await db.delete(imports);
    },
  );

  it('erases nothing while a lead is being sent', async () => {
    const email = 'under.way@quixotewitz.example';
    const id = await addSubmission({ state: 'settling', knownEmail: email });
    expect(await run(email)).toEqual({ kind: 'under-way', count: 1 });
    const [row] = await desk.db.select().from(submissions).where(eq(submissions.id, id));
    expect(row?.answers).toEqual(ANSWERS);
    await desk.db.update(submissions).set({ state: 'refused' }).where(eq(submissions.id, id));
    await addImport([
      { state: 'waiting', cells: [email], submissionId: newId('submission'), sentKey: 'key' },
    ]);
    expect(await run(email)).toEqual({ kind: 'under-way', count: 1 });
    await desk.db.delete(imports);
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('erases nothing while a submission without an outcome may have created the lead, under another address', async () => {
    const { db } = desk;
    const email = 'enriched@quixotewitz.example';
    const order = 1;
    const id = await addSubmission({
      ...{ state: 'review', knownEmail: 'typed@quixotewitz.example', firstAttemptOrder: order },
    });
    const leadId = await addPortalLead({ email });
    expect(await run(email)).toEqual({ kind: 'under-way', count: 1 });
    const outcome = { state: 'accepted' as const, settledAt: now, acceptedBy: 'admin' as const };
    await db
      .update(submissions)
      .set({ ...outcome, leadId })
      .where(eq(submissions.id, id));
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('waits for no submission of someone else, however long its outcome is unclear', async () => {
    const email = 'unrelated@quixotewitz.example';
    await addSubmission({
      ...{ state: 'review', knownEmail: 'other@person.example', firstAttemptOrder: 1 },
      answers: { firstName: 'Ada', lastName: 'Brandt', email: 'other@person.example' },
    });
    await addPortalLead({ email });
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('erases the lead, too, whose address is another one by now, and waits for one that was never read', async () => {
    const { db } = desk;
    const before = 'before@quixotewitz.example';
    const leadId = await addPortalLead({ email: 'after@quixotewitz.example' });
    const outcome = { state: 'accepted', settledAt: now, acceptedBy: 'answer' } as const;
    const mine = { ...outcome, knownEmail: before };
    await addSubmission({ ...mine, leadId });
    const unread = await addSubmission({ ...mine, leadId: 'feedfacefeedfacefeedface' });
    expect(await run(before)).toEqual({ kind: 'under-way', count: 1 });
    await db.delete(timeline).where(eq(timeline.submissionId, unread));
    await db.delete(submissions).where(eq(submissions.id, unread));
    expect(await run(before)).toMatchObject({ kind: 'erased' });
    const [row] = await db.select().from(leads).where(eq(leads.id, leadId));
    expect(row).toMatchObject({ email: '', lastName: '', erasedAt: now });
  });

  it('takes no year or word for a phone, and no part of another address for this one', async () => {
    const { db } = desk;
    const email = 'brien@quixotewitz.example';
    await addPortalLead({ email, customFields: { phone: '2026' } });
    const view = { personId: viewer.personId, organizationId: HOME.organizationId, isShared: true };
    await db.insert(savedViews).values({
      ...view,
      id: newId('view'),
      name: 'This year',
      params: { from: '2026-01-01' },
      createdAt: now,
    });
    const other = { personId: viewer.personId, email: `o'${email}` };
    await writeAudit(db, { by: other, event: 'signin.refused', subject: other.email, at: now });
    expect(await run(email)).toMatchObject({ kind: 'erased' });
    expect(await db.$count(savedViews, eq(savedViews.name, 'This year'))).toBe(1);
    expect(await db.$count(auditLog, eq(auditLog.subject, other.email))).toBe(1);
  });

  it('blanks a waiting email also behind hundreds of others', async () => {
    const { db } = desk;
    const email = 'late.mail@quixotewitz.example';
    await addPortalLead({ email });
    // They come first in the order in which emails are read.
    const others = Array.from({ length: 1_100 }, (_, n) => ({ id: `a${n}`, kind: 'notices', sealed: '' }));
    await db.insert(mails).values(others.map((mail) => ({ ...mail, createdAt: now })));
    const mail = { kind: 'notices', to: 'agent@partner.example', subject: 'One', text: email, html: '' };
    await queueMail(db, mail, { vault: mailVault, now: now });
    expect((await look(email)).mails).toHaveLength(1);
    expect(await run(email)).toMatchObject({ kind: 'erased' });
    expect((await look(email)).mails).toHaveLength(0);
    await db.delete(mails).where(eq(mails.sealed, ''));
  });

  it('leaves the account and its log alone of someone who signs in here', async () => {
    const { db } = desk;
    await writeAudit(db, { event: 'people.invited', subject: viewer.email, at: now });
    await addDraft({ fields: [['email', 'email', viewer.email]] });
    expect((await look(viewer.email)).roles).toMatchObject({
      isSomeone: true,
      person: { id: viewer.personId },
    });
    expect(await run(viewer.email)).toMatchObject({ kind: 'erased' });
    expect(await db.$count(auditLog, eq(auditLog.subject, viewer.email))).toBe(1);
    expect(await db.$count(people, eq(people.email, viewer.email))).toBe(1);
  });

  it('finds the address itself and not a longer one, and no lead that only mentions it', async () => {
    const email = 'ann@nordwind.example';
    await addDraft({ fields: [['email', 'email', 'joann@nordwind.example']] });
    expect(await run(email)).toEqual({ kind: 'nothing' });
    await addDraft({ fields: [['notes', 'text', `ask joe@other.example, not ${email}`]] });
    const { drafts: found, ofOthers } = await look(email);
    expect(found).toEqual([]);
    expect(ofOthers.drafts.map(({ fields }) => fields)).toEqual([
      [['notes', 'text', 'ask joe@other.example, not •••']],
    ]);
    expect(await run(email)).toMatchObject({ kind: 'erased' });
    await addDraft({ fields: [['email', 'email', `Ann Lee <${email}>`]] });
    await addImport([{ state: 'wrong', cells: [`"Lee, Ann" <${email.toUpperCase()}> `] }]);
    expect(await look(email)).toMatchObject({ drafts: [expect.any(String)], rows: [expect.anything()] });
    expect(await run(email)).toMatchObject({ kind: 'erased' });
  });

  it('keeps the companies of other leads', async () => {
    const { db } = desk;
    const custom = { phone: '', companyName: 'Shared Works' };
    const mine = { email: 'one@shared-works.example', customFields: custom };
    await addPortalLead(mine);
    await addPortalLead({ ...mine, email: 'two@shared-works.example' });
    const company = toStoredKeys({ company: 'Shared Works' }).knownCompany ?? '';
    const noted = () => db.$count(knownCompanies, eq(knownCompanies.company, company));
    const before = await noted();
    expect(before).toBeGreaterThan(0);
    await run('one@shared-works.example');
    expect(await noted()).toBe(before);
    await run('two@shared-works.example');
    expect(await noted()).toBe(0);
  });
});

const signed = (submissionId: string) =>
  getSignedReceipt(desk.db, viewer, {
    submissionId,
    issuer,
    vault: receiptVault,
    log: silentLog,
    now: now,
  });

describe('the audit log', () => {
  it('lets nobody change more than names, and marks where it was', async () => {
    const { db } = desk;
    await writeAudit(db, { event: 'desk.checked', subject: 'desk', at: now });
    await expect(db.update(auditLog).set({ subject: '•••' })).rejects.toThrow();
    const allowed = (set: Partial<typeof auditLog.$inferInsert>) =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select set_config('partner_desk.erases_audit', 'yes', true)`);
        await tx.update(auditLog).set(set).where(eq(auditLog.subject, 'desk'));
      });
    const refused = [{ subject: 'other' }, { event: 'desk.other' }, { at: new Date(0) }, { personId: 'p' }];
    for (const set of refused) await expect(allowed(set)).rejects.toThrow();
    await expect(allowed({ email: 'someone@else.example' })).rejects.toThrow();
  });
});
