import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { writeAuditThrottled } from '@/lib/audit/write-audit';
import { newId } from '@/lib/core/ids';
import { log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { people } from '@/lib/db/schema/people';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import type { Method } from '@/lib/sessions/sessions';
import type { CompanyProof } from './company-claims';
import type { CompanyFault } from './company-fault';
import { mapByRule } from './domain-rules';
import type { SignInRefusal } from './sign-in-refusal';

/** An address whose ownership was just proven, and the method. */
export type Proof = CompanyProof | { method: 'mail'; email: string };

export type Authorization = { personId: string } | { refused: SignInRefusal };

type SignInOptions = { now: Date; demo: boolean };

/**
 * Finds or creates the person with this address, and maps them if a domain rule matches. Accounts are never
 * linked: the first company account that signs in with an address stays the only one until an admin resets
 * it.
 */
export async function authorizeSignIn(
  tx: Db,
  proof: Proof,
  { now, demo }: SignInOptions,
): Promise<Authorization> {
  const { email, method } = proof;
  const refuse = async (reason: SignInRefusal): Promise<Authorization> => {
    await recordRefusal(tx, { about: email, method, reason, now });
    return { refused: reason };
  };
  if (proof.method === 'oidc' && (await belongsToOther(tx, proof))) return refuse('other-account');
  const person = await lockPerson(tx, proof, now);
  const reason = refusalFor(person, proof, demo);
  if (reason) return refuse(reason);
  if (proof.method === 'oidc' && person.oidcSubject === null) {
    await tx.update(people).set({ oidcSubject: proof.subject }).where(eq(people.id, person.id));
  }
  await mapByRule(tx, { person, now });
  return { personId: person.id };
}

/**
 * Audits a refused sign-in: a few times per address and reason, and up to a total limit. The limit protects
 * the audit log from users who create accounts at the company's provider and so choose the addresses.
 */
export async function recordRefusal(
  tx: Db,
  { about, method, reason, now }: { about: string; method: Method; reason: SignInRefusal; now: Date },
): Promise<void> {
  if (!(await consumeLimit(tx, { limit: LIMITS.allRefusals, subject: 'everybody' })).allowed) return;
  const entry = { event: 'signin.refused', subject: about, detail: { method, reason }, at: now } as const;
  await writeAuditThrottled(tx, entry, { limit: LIMITS.refusals, subject: `${reason} ${about}` });
}

/** Audits why the company's sign-in failed: a few times for each reason, because strangers can start one too. */
export async function recordCompanyFault(
  tx: Db,
  { reason, message }: CompanyFault,
  now: Date,
): Promise<void> {
  const detail = { reason, message };
  const entry = { event: 'signin.failed', subject: 'company', detail, at: now } as const;
  await writeAuditThrottled(tx, entry, { limit: LIMITS.refusals, subject: `company ${reason}` });
}

type Person = typeof people.$inferSelect;

/**
 * Locks the row of this address until the transaction ends, so that two concurrent first sign-ins create one
 * person.
 */
async function lockPerson(tx: Db, proof: Proof, now: Date): Promise<Person> {
  const { email } = proof;
  const name = (proof.method === 'oidc' && proof.name) || email.slice(0, email.indexOf('@'));
  const [person] = await tx
    .insert(people)
    .values({ id: newId('person'), email, name, createdAt: now })
    // Changes nothing, but locks the row.
    .onConflictDoUpdate({ target: people.email, set: { email: sql`excluded.email` } })
    .returning();
  if (!person) throw new Error('An insert that updates on conflict returned no row.');
  return person;
}

/** Whether this company account belongs to a person with another address. */
async function belongsToOther(tx: Db, { subject, email }: CompanyProof): Promise<boolean> {
  const [owner] = await tx
    .select({ email: people.email })
    .from(people)
    .where(eq(people.oidcSubject, subject));
  return owner !== undefined && owner.email !== email;
}

function refusalFor(person: Person, proof: Proof, demo: boolean): SignInRefusal | undefined {
  // Demo people cannot sign in outside the demo, even with a proven address.
  if (person.disabledAt || (person.isDemo && !demo)) return 'disabled';
  const { oidcSubject } = person;
  if (proof.method === 'oidc' && oidcSubject !== null && oidcSubject !== proof.subject)
    return 'other-account';
  return undefined;
}

/** The user object that next-auth expects. */
type AuthorizeResult = { id: string; refused?: SignInRefusal };

/**
 * Converts the outcome of a sign-in method to what next-auth expects. Unexpected errors are logged and
 * refused: next-auth would put their message into the URL.
 */
export async function toAuthorizeResult(admission: () => Promise<Authorization>): Promise<AuthorizeResult> {
  try {
    const admitted = await admission();
    return 'personId' in admitted ? { id: admitted.personId } : refused(admitted.refused);
  } catch (error) {
    log().error('signin.failed', { reason: reasonOf(error) });
    return refused('failed');
  }
}

/** next-auth requires an id on every user. */
const refused = (reason: SignInRefusal): AuthorizeResult => ({ id: 'refused', refused: reason });
