import 'server-only';
import { and, eq, isNull } from 'drizzle-orm';
import CredentialsProvider from 'next-auth/providers/credentials';
import { getDb } from '@/lib/db/handle';
import { people } from '@/lib/db/schema/people';
import { toAuthorizeResult } from './authorize-result';

/**
 * Signs a demo person in without a password. Exists only where `DEMO=true`, which the settings accept on
 * this machine's own address alone, and lets in only people marked as demo people.
 */
export function demoProvider() {
  return CredentialsProvider({
    id: 'demo',
    name: 'Demo',
    credentials: { personId: { type: 'text' } },
    authorize: (credentials) =>
      toAuthorizeResult(async () => {
        const personId = String(credentials?.personId ?? '');
        const [person] = await (await getDb())
          .select({ personId: people.id })
          .from(people)
          .where(and(eq(people.id, personId), eq(people.isDemo, true), isNull(people.disabledAt)));
        return person ?? { refused: 'failed' };
      }),
  });
}
