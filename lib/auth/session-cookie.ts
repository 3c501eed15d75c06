import 'server-only';
import { cookies } from 'next/headers';
import { decode } from 'next-auth/jwt';
import { env } from '@/lib/core/env';
import { isId } from '@/lib/core/ids';
import { authCookie } from './cookies';

/**
 * The session id in this request's cookie; undefined without a cookie, or with one that we did not issue.
 * Read without next-auth's handler, which throws on cookies it cannot read.
 */
export async function readSessionId(): Promise<string | undefined> {
  const { APP_URL, APP_SECRET } = env();
  const token = (await cookies()).get(authCookie('sessionToken', APP_URL).name)?.value;
  if (!token) return undefined;
  try {
    const claims = await decode({ token, secret: APP_SECRET });
    return isId('session', claims?.sessionId) ? claims.sessionId : undefined;
  } catch {
    return undefined;
  }
}
