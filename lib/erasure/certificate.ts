import 'server-only';
import { createHash } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import type { Vault } from '@/lib/core/crypto';
import type { Log } from '@/lib/core/log';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { erasures } from '@/lib/db/schema/erasures';
import { ALGORITHM } from '@/lib/receipts/claims';
import { getSigningKey } from '@/lib/receipts/keys';

/** The `typ` of a certificate's header: no receipt is taken for one, and it for no receipt. */
const CERTIFICATE_TYPE = 'erasure-certificate+jwt';

/** What was erased, by whom and when. */
export type Certificate = typeof erasures.$inferSelect;

/** What was looked for: only who knows it and has the certificate can tell. */
export function digestText(id: string, text: string): string {
  return createHash('sha256').update(`${id}\n${text.toLowerCase()}`).digest('hex');
}

type Facts = Omit<Certificate, 'code'>;
type Signing = { issuer: string; receiptVault: Vault; log: Log };

/** Stores the certificate, signed with the key of the receipts if that can be opened now. */
export async function writeCertificate(tx: Db, facts: Facts, signing: Signing): Promise<void> {
  await tx.insert(erasures).values({ ...facts, code: await sign(tx, facts, signing) });
}

async function sign(tx: Db, facts: Facts, { issuer, receiptVault, log }: Signing): Promise<string | null> {
  try {
    const key = await getSigningKey(tx, { vault: receiptVault, now: facts.at });
    return await new SignJWT({
      iss: issuer,
      jti: facts.id,
      erased: facts.at.toISOString(),
      by: facts.email,
      searched_sha256: facts.digest,
      counts: facts.counts,
      leads: facts.leads,
    })
      .setProtectedHeader({ alg: ALGORITHM, typ: CERTIFICATE_TYPE, kid: key.kid })
      .sign(key.jwk);
  } catch (error) {
    // The data goes either way; the page says that it is not signed.
    log.warn('erasure.not-signed', { erasureId: facts.id, reason: reasonOf(error) });
    return null;
  }
}

/** One certificate; undefined if there is none with this id. */
export async function findCertificate(db: Db, id: string): Promise<Certificate | undefined> {
  const [row] = await db.select().from(erasures).where(eq(erasures.id, id));
  return row;
}

const MOST_LISTED = 50;

/** The latest certificates, newest first. */
export function listCertificates(db: Db): Promise<Pick<Certificate, 'id' | 'at' | 'email' | 'counts'>[]> {
  const { id, at, email, counts } = erasures;
  return db.select({ id, at, email, counts }).from(erasures).orderBy(desc(at), desc(id)).limit(MOST_LISTED);
}
