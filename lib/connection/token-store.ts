import 'server-only';
import { and, eq } from 'drizzle-orm';
import type { Vault } from '@/lib/core/crypto';
import { ADVISORY_LOCKS } from '@/lib/db/advisory-locks';
import type { Database } from '@/lib/db/handle';
import { serviceTokens } from '@/lib/db/schema/connection';
import type { StoredToken, TokenStore } from '@/lib/service/token-store';

/**
 * Keeps the access token sealed in the database, so that all processes share one: at a service that revokes
 * the previous token with each new one they would otherwise invalidate each other's.
 */
export function tokenStore({
  database,
  vault,
  id,
}: {
  database: Database;
  vault: Vault;
  id: string;
}): TokenStore {
  const { db } = database;

  async function read(): Promise<(StoredToken & { sealed: string }) | undefined> {
    const [row] = await db.select().from(serviceTokens).where(eq(serviceTokens.id, id));
    if (!row) return undefined;
    try {
      const { sealed, issuedAt, expiresAt } = row;
      return { accessToken: vault.open(sealed), issuedAt, expiresAt, sealed };
    } catch {
      // Sealed under another APP_SECRET: useless, a new one replaces it.
      return undefined;
    }
  }

  return {
    read,
    write: async ({ accessToken, issuedAt, expiresAt }) => {
      const row = { sealed: vault.seal(accessToken), issuedAt, expiresAt };
      await db
        .insert(serviceTokens)
        .values({ id, ...row })
        .onConflictDoUpdate({ target: serviceTokens.id, set: row });
    },
    clear: async (accessToken) => {
      const stored = await read();
      if (stored?.accessToken !== accessToken) return;
      // Matched by its sealed form: a token written since must stay.
      await db
        .delete(serviceTokens)
        .where(and(eq(serviceTokens.id, id), eq(serviceTokens.sealed, stored.sealed)));
    },
    withLock: (work) => database.withAdvisoryLock(ADVISORY_LOCKS.accessToken, work),
  };
}
