import 'server-only';
import { hkdfSync } from 'node:crypto';
import { and, eq, type SQL } from 'drizzle-orm';
import { SignJWT } from 'jose';
import type { Viewer } from '@/lib/auth/viewer';
import type { Vault } from '@/lib/core/crypto';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { leads } from '@/lib/db/schema/leads';
import { agents, organizations, people } from '@/lib/db/schema/people';
import { receipts } from '@/lib/db/schema/receipts';
import { submissions } from '@/lib/db/schema/submissions';
import type { Answers } from '@/lib/forms/field';
import { submissionsVisibleTo } from '@/lib/leads/visible-to';
import { digestFile, writeAnswersFile } from './answers-file';
import { ALGORITHM, RECEIPT_TYPE, type ReceiptClaims } from './claims';
import { getSigningKey } from './keys';
import { drawQrCode } from './qr-code';

/** The code of a receipt, and the address that verifies it. */
export type SignedReceipt = {
  code: string;
  verifyAt: string;
  /** For paper, where nobody can copy: the address with the code, as a picture. */
  qrCode: string;
  /** Whether the viewer may have the answers file: they submitted it themselves, and the answers are still here. */
  isOwn: boolean;
};

/** What issuing needs besides the database. */
export type IssueInput = {
  submissionId: string;
  /** The desk's address. */
  issuer: string;
  vault: Vault;
  log: Log;
  now: Date;
};

/**
 * The signed receipt of an accepted submission. Issued when it is first needed, from facts that no longer change,
 * and stored: from then on it is always the same text. docs/decisions/0016-signed-receipts.md says why.
 *
 * @returns undefined if the viewer has no such accepted submission, or if it cannot be signed now
 */
export async function getSignedReceipt(
  db: Db,
  viewer: Viewer,
  task: IssueInput,
): Promise<SignedReceipt | undefined> {
  const issued = await issueOnce(db, viewer, task);
  if (!issued) return undefined;
  const { code, salt } = issued;
  // Without the salt the answers are erased.
  const isOwn = issued.isOwn && salt !== null;
  const verifyAt = `${task.issuer}/verify`;
  // After a "#", which no browser sends to a server.
  return { code, verifyAt, qrCode: await drawQrCode(`${verifyAt}#${code}`), isOwn };
}

/**
 * The answers file of a receipt, only for the person who submitted: it also has answers to fields that were
 * hidden since.
 */
export async function getAnswersFile(db: Db, viewer: Viewer, task: IssueInput): Promise<string | undefined> {
  const issued = await issueOnce(db, viewer, task);
  if (!issued?.isOwn || issued.salt === null) return undefined;
  return writeAnswersFile({ answers: issued.answers, salt: issued.salt, submission: task.submissionId });
}

type Issued = { code: string; salt: string | null; isOwn: boolean; answers: Answers };

async function issueOnce(db: Db, viewer: Viewer, task: IssueInput): Promise<Issued | undefined> {
  const { submissionId, log } = task;
  const facts = await findFacts(db, submissionId, submissionsVisibleTo(viewer));
  if (!facts) return undefined;
  const { answers, code, salt } = facts;
  const isOwn = facts.personId === viewer.personId && viewer.viewedBy === undefined;
  const known = { isOwn, answers };
  if (code !== null) return { ...known, code, salt };
  // Issuing writes, and an admin who sees the desk as the viewer writes nothing.
  if (viewer.viewedBy !== undefined) return undefined;
  try {
    return { ...known, ...(await issue(db, facts, task)) };
  } catch (error) {
    // The page has more to show than the code, and the next one tries again.
    log.warn('receipt.not-issued', { submissionId, reason: reasonOf(error) });
    return undefined;
  }
}

type Facts = NonNullable<Awaited<ReturnType<typeof findFacts>>>;

/**
 * Issues the receipt of an accepted submission whose answers are about to be erased, unless it was issued before, and then
 * forgets the salt: the receipt still proves what it says, and nobody can find out the answers by guessing.
 *
 * @throws if it cannot be signed now: then nothing may be erased, because the answers are what it is made from
 */
export async function sealReceipt(tx: Db, task: IssueInput): Promise<void> {
  const { submissionId } = task;
  const facts = await findFacts(tx, submissionId);
  if (!facts) return;
  if (facts.code === null) await issue(tx, facts, task);
  await tx.update(receipts).set({ salt: null }).where(eq(receipts.submissionId, submissionId));
}

/** What is known of an accepted submission, with its receipt if that was issued; undefined if there is none `where`. */
async function findFacts(db: Db, submissionId: string, where?: SQL) {
  const { organizationId, agentId } = submissions;
  const [row] = await db
    .select({
      personId: submissions.personId,
      person: people.name,
      organizationId,
      organization: organizations.name,
      agentId,
      agent: agents.name,
      answers: submissions.answers,
      createdAt: submissions.createdAt,
      attemptLog: submissions.attemptLog,
      completedAt: submissions.completedAt,
      acceptedBy: submissions.acceptedBy,
      leadId: submissions.leadId,
      portalCreatedAt: leads.portalCreatedAt,
      code: receipts.code,
      salt: receipts.salt,
    })
    .from(submissions)
    .innerJoin(people, eq(people.id, submissions.personId))
    .leftJoin(receipts, eq(receipts.submissionId, submissions.id))
    .leftJoin(organizations, eq(organizations.id, organizationId))
    .leftJoin(agents, and(eq(agents.organizationId, organizationId), eq(agents.id, agentId)))
    .leftJoin(leads, eq(leads.id, submissions.leadId))
    .where(and(eq(submissions.id, submissionId), eq(submissions.state, 'accepted'), where));
  return row;
}

async function issue(db: Db, facts: Facts, task: IssueInput): Promise<{ code: string; salt: string | null }> {
  const { submissionId, now } = task;
  const key = await getSigningKey(db, task);
  // Derived, not drawn: of the same facts the same key makes the same receipt, for processes that issue it
  // together, and after a restore.
  const salt = Buffer.from(hkdfSync('sha256', key.jwk.d, submissionId, 'receipt-salt', 16)).toString(
    'base64url',
  );
  const claims = toClaims(facts, { ...task, salt });
  const code = await new SignJWT(claims)
    .setProtectedHeader({ alg: ALGORITHM, typ: RECEIPT_TYPE, kid: key.kid })
    .sign(key.jwk);
  await db
    .insert(receipts)
    .values({ submissionId, kid: key.kid, code, salt, issuedAt: now })
    .onConflictDoNothing();
  const [stored] = await db
    .select({ code: receipts.code, salt: receipts.salt })
    .from(receipts)
    .where(eq(receipts.submissionId, submissionId));
  if (!stored) throw new Error('the receipt was not stored');
  return stored;
}

function toClaims(
  facts: Facts,
  { submissionId, issuer, salt }: IssueInput & { salt: string },
): ReceiptClaims {
  const { leadId, completedAt } = facts;
  if (leadId === null || completedAt === null) throw new Error('an accepted submission without its lead');
  const file = writeAnswersFile({ answers: facts.answers, salt, submission: submissionId });
  return {
    iss: issuer,
    sub: leadId,
    jti: submissionId,
    person: facts.person,
    organization_id: facts.organizationId,
    ...(facts.organization !== null && { organization: facts.organization }),
    agent_id: facts.agentId,
    ...(facts.agent !== null && { agent: facts.agent }),
    submitted: facts.createdAt.toISOString(),
    sent: facts.attemptLog.map(({ at, status }) => ({ at, ...(status !== undefined && { status }) })),
    accepted: completedAt.toISOString(),
    accepted_by: facts.acceptedBy ?? 'response',
    ...(facts.portalCreatedAt && { portal_created: facts.portalCreatedAt.toISOString() }),
    answers_sha256: digestFile(file),
  };
}
