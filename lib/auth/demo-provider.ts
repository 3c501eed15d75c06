import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import CredentialsProvider from 'next-auth/providers/credentials';
import { getDb } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';

/**
 * Signs a demo person in without a password. Exists only where `DEMO=true`, which the settings accept on
 * this machine's own address alone, and lets in only people marked as demo people.
 */
export function demoProvider() {
  return CredentialsProvider({
    id: 'demo',
    name: 'Demo',
    credentials: { personId: { type: 'text' } },
    authorize: async (credentials) => {
      if (!credentials?.personId) return null;
      const db = await getDb();
      const [person] = await db
        .select({ id: people.id })
        .from(people)
        .where(and(eq(people.id, credentials.personId), eq(people.isDemo, true), isNull(people.disabledAt)));
      return person ?? null;
    },
  });
}
