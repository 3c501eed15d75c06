import 'server-only';
import { generateKeyPairSync } from 'node:crypto';
import { desc, eq, isNull, sql } from 'drizzle-orm';
import { calculateJwkThumbprint } from 'jose';
import { z } from 'zod';
import { type Actor, writeAudit } from '@/lib/audit/write-audit';
import type { Vault } from '@/lib/core/crypto';
import { ADVISORY_LOCKS, lockUntilCommit } from '@/lib/db/advisory-locks';
import type { Db } from '@/lib/db/handle';
import { receiptKeys, receipts } from '@/lib/db/schema/receipts';
import { ALGORITHM } from './claims';

const privateJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  d: z.string(),
});

/** The key that signs, opened. */
export type SigningKey = { kid: string; jwk: z.infer<typeof privateJwk> };

/** A public key as published (RFC 7517, RFC 8037). */
export type PublicKey = {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  alg: typeof ALGORITHM;
  use: 'sig';
};

/** A key as admins see it. */
export type KeyRow = { kid: string; createdAt: Date; retiredAt: Date | null; receipts: number };

type Input = { vault: Vault; now: Date };

/** An unreadable key this young means that two processes have different secrets: each would replace the other's. */
const MIN_AGE_MS = 3_600_000;

/**
 * The key that signs receipts. Created at first use; processes that need it together get the same one. A key
 * that cannot be opened, because `APP_SECRET` was changed, is retired and replaced.
 *
 * @throws {Error} if the key cannot be opened although it is new
 */
export async function getSigningKey(db: Db, task: Input): Promise<SigningKey> {
  const known = open(await findCurrent(db), task.vault);
  if (known) return known;
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.receiptKey);
    const current = await findCurrent(tx);
    const opened = open(current, task.vault);
    if (opened) return opened;
    if (!current) return createKey(tx, task);
    if (task.now.getTime() - current.createdAt.getTime() < MIN_AGE_MS)
      throw new Error('the new key of the receipts was sealed with another APP_SECRET');
    return replace(tx, { ...task, former: current.kid });
  });
}

/**
 * Replaces the key. Receipts signed before stay valid: the public key stays published, the private one is gone.
 *
 * @param task.seen the key that the admin saw as the current one
 * @returns false if that is no longer the current one: nothing was written
 */
export function replaceKey(db: Db, task: Input & { by: Actor; seen: string }): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockUntilCommit(tx, ADVISORY_LOCKS.receiptKey);
    const current = await findCurrent(tx);
    if (current?.kid !== task.seen) return false;
    await replace(tx, { ...task, former: current.kid });
    return true;
  });
}

/** All public keys, the current one first. */
export async function listPublicKeys(db: Db): Promise<PublicKey[]> {
  const rows = await db
    .select({ kid: receiptKeys.kid, x: receiptKeys.publicKey })
    .from(receiptKeys)
    .orderBy(desc(receiptKeys.createdAt), receiptKeys.kid);
  return rows.map(({ kid, x }) => ({ kty: 'OKP', crv: 'Ed25519', x, kid, alg: ALGORITHM, use: 'sig' }));
}

/** All keys, the current one first, with how many receipts each has signed. */
export async function listKeys(db: Db): Promise<KeyRow[]> {
  return db
    .select({
      kid: receiptKeys.kid,
      createdAt: receiptKeys.createdAt,
      retiredAt: receiptKeys.retiredAt,
      receipts:
        sql<number>`(select count(*) from ${receipts} where ${receipts.kid} = ${receiptKeys.kid})`.mapWith(
          Number,
        ),
    })
    .from(receiptKeys)
    .orderBy(desc(receiptKeys.createdAt), receiptKeys.kid);
}

async function findCurrent(db: Db) {
  const [row] = await db.select().from(receiptKeys).where(isNull(receiptKeys.retiredAt));
  return row;
}

function open(row: typeof receiptKeys.$inferSelect | undefined, vault: Vault): SigningKey | undefined {
  if (!row?.sealed) return undefined;
  try {
    return { kid: row.kid, jwk: privateJwk.parse(JSON.parse(vault.open(row.sealed))) };
  } catch {
    return undefined;
  }
}

async function replace(
  tx: Db,
  { former, by, ...task }: Input & { former: string; by?: Actor },
): Promise<SigningKey> {
  const { now } = task;
  await tx.update(receiptKeys).set({ retiredAt: now, sealed: null }).where(eq(receiptKeys.kid, former));
  const key = await createKey(tx, task);
  await writeAudit(tx, { by, event: 'receipt-key.replaced', subject: key.kid, at: now });
  return key;
}

async function createKey(tx: Db, { vault, now }: Input): Promise<SigningKey> {
  const jwk = privateJwk.parse(generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }));
  const kid = await calculateJwkThumbprint(jwk);
  await tx
    .insert(receiptKeys)
    .values({ kid, publicKey: jwk.x, sealed: vault.seal(JSON.stringify(jwk)), createdAt: now });
  return { kid, jwk };
}
