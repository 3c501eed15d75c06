import { eq } from 'drizzle-orm';
import { compactVerify, decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { createVault } from '@/lib/core/crypto';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { organizations, people } from '@/lib/db/schema/people';
import { receipts } from '@/lib/db/schema/receipts';
import { submissions } from '@/lib/db/schema/submissions';
import { freshDatabase } from '@/tests/support/database';
import { addViewer, keepLog, silentLog } from '@/tests/support/rows';
import { digestFile, digestReformatted } from './answers-file';
import { getAnswersFile, getSignedReceipt } from './issue';
import { getSigningKey, listPublicKeys, replaceKey } from './keys';
import { verifyReceipt } from './verify';

const vault = createVault('an application secret of 32 characters', 'receipt-key');
const issuer = 'https://desk.example';
const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 14, minute));
const ANSWERS = { firstName: 'Nils', lastName: 'Berg', email: 'berg@alder.example', value: 1250.5 };

let database: Database;
let viewer: Viewer;
let manager: Viewer;
let stranger: Viewer;
beforeAll(async () => {
  database = await freshDatabase();
  const { db } = database;
  viewer = await addViewer(db);
  const { organizationId } = viewer.membership;
  manager = await addViewer(db, { organizationId, role: 'manager' });
  stranger = await addViewer(db);
});
afterAll(() => database.close());

/** An accepted submission of the viewer's, sent twice. */
async function accepted(over: Partial<typeof submissions.$inferInsert> = {}): Promise<string> {
  const id = newId('submission');
  const { organizationId, agentId } = viewer.membership;
  await database.db.insert(submissions).values({
    id,
    personId: viewer.personId,
    organizationId,
    agentId,
    schemaVersion: '',
    answers: ANSWERS,
    state: 'accepted',
    leadId: newId('lease'),
    createdAt: at(3),
    completedAt: at(44),
    acceptedBy: 'response',
    attemptLog: [{ at: at(3).toISOString() }, { at: at(43).toISOString() }],
    ...over,
  });
  return id;
}

const task = (submissionId: string) => ({ submissionId, issuer, vault, log: silentLog, now: at(50) });
const issue = (submissionId: string, as = viewer) => getSignedReceipt(database.db, as, task(submissionId));
const codeOf = async (submissionId: string) => (await issue(submissionId))?.code ?? '';
const rowOf = async (submissionId: string) =>
  (await database.db.select().from(receipts).where(eq(receipts.submissionId, submissionId)))[0];

describe('the receipt of an accepted submission', () => {
  it('says who, for whom, when it was submitted, each time it was sent, when it was accepted, and as what', async () => {
    const id = await accepted();
    const [row] = await database.db.select().from(submissions).where(eq(submissions.id, id));
    const code = await codeOf(id);
    const { organizationId, agentId } = viewer.membership;
    expect(decodeJwt(code)).toMatchObject({
      iss: issuer,
      sub: row?.leadId,
      jti: id,
      person: viewer.name,
      organization_id: organizationId,
      agent_id: agentId,
      accepted_by: 'response',
      submitted: at(3).toISOString(),
      sent: [{ at: at(3).toISOString() }, { at: at(43).toISOString() }],
      accepted: at(44).toISOString(),
    });
    expect(decodeProtectedHeader(code)).toMatchObject({ alg: 'EdDSA', typ: 'lead-receipt+jwt' });
    const keys = await listPublicKeys(database.db);
    expect(await verifyReceipt(code, { keys, issuer })).toMatchObject({ kind: 'genuine' });
    const [key] = keys;
    await compactVerify(code, key ?? expect.fail('no key'));
  });

  it('contains nothing of the lead but its id', async () => {
    const code = await codeOf(await accepted());
    const text = JSON.stringify(decodeJwt(code));
    for (const answer of ['Nils', 'Berg', 'alder', '1250']) expect(text).not.toContain(answer);
    expect(text).not.toContain(viewer.email);
  });

  it('is only for those who may see the submission, and only once it is accepted', async () => {
    const id = await accepted();
    expect(await issue(id, stranger)).toBeUndefined();
    expect(await issue(id, manager)).toMatchObject({ isOwn: false });
    expect(await issue(id)).toMatchObject({ isOwn: true, verifyAt: `${issuer}/verify` });
    const waiting = await accepted({ state: 'confirming', leadId: null, completedAt: null });
    expect(await issue(waiting)).toBeUndefined();
    expect(await issue(newId('submission'))).toBeUndefined();
  });

  it('is one, even if several pages ask for it together', async () => {
    const id = await accepted();
    expect(new Set(await Promise.all(Array.from({ length: 8 }, () => codeOf(id)))).size).toBe(1);
  });

  it('never changes: not with names, keys or the facts themselves', async () => {
    const { db } = database;
    const id = await accepted();
    const code = await codeOf(id);
    await db.update(people).set({ name: 'Renamed' }).where(eq(people.id, viewer.personId));
    await db
      .update(organizations)
      .set({ name: 'Renamed' })
      .where(eq(organizations.id, viewer.membership.organizationId));
    await db
      .update(submissions)
      .set({ completedAt: at(59), attemptLog: [] })
      .where(eq(submissions.id, id));
    const { kid } = await getSigningKey(db, { vault, now: at(51) });
    await replaceKey(db, {
      vault,
      now: at(52),
      by: { personId: 'per_x', email: 'x@vendor.example' },
      seen: kid,
    });
    expect(await codeOf(id)).toBe(code);
    const keys = await listPublicKeys(db);
    expect(keys).toHaveLength(2);
    expect(await verifyReceipt(code, { keys, issuer })).toMatchObject({ kind: 'genuine' });
    const change = db.update(receipts).set({ code: 'other' }).where(eq(receipts.submissionId, id));
    await expect(change).rejects.toThrow();
  });

  it('lost by a restore is issued again, letter for letter', async () => {
    const id = await accepted();
    const code = await codeOf(id);
    await database.db.delete(receipts).where(eq(receipts.submissionId, id));
    expect(await codeOf(id)).toBe(code);
  });

  it('found by a search after its answer was lost says so', async () => {
    const id = await accepted({
      acceptedBy: 'search',
      attemptLog: [{ at: at(3).toISOString(), status: 502 }],
    });
    expect(decodeJwt(await codeOf(id))).toMatchObject({
      accepted_by: 'search',
      sent: [{ at: at(3).toISOString(), status: 502 }],
    });
  });

  it('that cannot be signed is missing for now, which is logged without its contents', async () => {
    const { db } = database;
    await getSigningKey(db, { vault, now: at(50) });
    const log = keepLog();
    const id = await accepted();
    const foreign = createVault('another application secret, 32 chars', 'receipt-key');
    const failing = { ...task(id), vault: foreign, log };
    expect(await getSignedReceipt(db, viewer, failing)).toBeUndefined();
    expect(log.lines).toMatchObject([{ event: 'receipt.not-issued', data: { submissionId: id } }]);
    expect(await codeOf(id)).not.toBe('');
  });
});

describe('the answers file', () => {
  it('has the digest that is signed, also after it was formatted', async () => {
    const id = await accepted();
    const { answers_sha256: signed } = decodeJwt<{ answers_sha256: string }>(await codeOf(id));
    const file = (await getAnswersFile(database.db, viewer, task(id))) ?? '';
    expect(JSON.parse(file)).toMatchObject({ answers: ANSWERS, submission: id });
    expect(digestFile(file)).toBe(signed);
    expect(digestReformatted(JSON.stringify(JSON.parse(file), null, 2))).toBe(signed);
    expect(digestReformatted(file.replace('Nils', 'Niels'))).not.toBe(signed);
  });

  it('is salted: equal answers of two submissions have different digests', async () => {
    const [one, other] = [await accepted(), await accepted()];
    const files = await Promise.all([one, other].map((id) => getAnswersFile(database.db, viewer, task(id))));
    const salts = files.map((file) => JSON.parse(file ?? '').salt);
    expect(salts[0]).toMatch(/^[\w-]{22}$/);
    expect(salts[0]).not.toBe(salts[1]);
  });

  it('is only for the person who submitted', async () => {
    const id = await accepted();
    expect(await getAnswersFile(database.db, manager, task(id))).toBeUndefined();
    expect(await getAnswersFile(database.db, stranger, task(id))).toBeUndefined();
  });

  it('is gone once its salt is erased, and the receipt stays', async () => {
    const id = await accepted();
    const code = await codeOf(id);
    await database.db.update(receipts).set({ salt: null }).where(eq(receipts.submissionId, id));
    expect(await getAnswersFile(database.db, viewer, task(id))).toBeUndefined();
    expect(await codeOf(id)).toBe(code);
    expect(await rowOf(id)).toMatchObject({ salt: null, code });
  });
});
