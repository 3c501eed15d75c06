import { drizzle } from 'drizzle-orm/node-postgres';
import { encode } from 'next-auth/jwt';
import { DRIZZLE } from '@/lib/db/migrate';
import { SESSION_SECONDS } from '@/lib/sessions/sessions';
import { addViewer } from '@/tests/support/rows';
import { PlainBrowser } from './browser';
import type { Web } from './by-its-name';
import type { Desk } from './desk';

/** The cookie of a desk whose address is http. */
const COOKIE = 'next-auth.session-token';

/** The crowd's organization. No lead of the portal has it, so only a test's own hints concern them. */
const CROWD = { organizationId: 'org-of-the-crowd', agentId: 'agent-of-the-crowd' };

/**
 * The browsers of so many people, each signed in on `web`, because one person may open only six streams. `secret` is the desk's
 * `APP_SECRET`. PostgreSQL only.
 */
export async function signInCrowd(
  { sql }: Desk,
  { web, count, secret }: { web: Web; count: number; secret: string },
): Promise<PlainBrowser[]> {
  if (!sql) throw new Error('Nobody else can write into the database of a desk on PGlite.');
  const db = drizzle(sql, DRIZZLE);
  const people: PlainBrowser[] = [];
  for (let n = 0; n < count; n += 1) {
    const { sessionId } = await addViewer(db, CROWD);
    const token = await encode({ token: { sessionId }, secret, maxAge: SESSION_SECONDS });
    people.push(new PlainBrowser(web, new Map([[COOKIE, token]])));
  }
  return people;
}
