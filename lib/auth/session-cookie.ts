import 'server-only';
import { cookies } from 'next/headers';
import { decode } from 'next-auth/jwt';
import { env } from '@/lib/core/env';
import { isId } from '@/lib/core/ids';
import { authCookie } from './cookies';

/**
 * The session that this request's cookie names; undefined if it has none, or one that we did not make. Read without
 * next-auth's handler, which makes an error of any other cookie that it cannot read.
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
