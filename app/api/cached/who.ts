import 'server-only';
import { DEVICE_HEADER } from '@/components/offline/headers';
import { readSessionId } from '@/lib/auth/cookies';
import { hasDeviceEnded } from '@/lib/auth/device-owner';
import { recheckSession, type Viewer } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';

/**
 * The viewer on a device that keeps leads; or what it is told: 401 to sign in, 403 without an organization, 410 to delete
 * all that it keeps. Asked by scripts, so it does not count as use of the session.
 */
export async function findKeeper(request: Request): Promise<Viewer | 401 | 403 | 410> {
  const sessionId = await readSessionId();
  const person = sessionId === undefined ? undefined : await recheckSession(sessionId);
  const device = request.headers.get(DEVICE_HEADER);
  const task = { device, signedIn: person?.personId, appSecret: env().APP_SECRET };
  if (await hasDeviceEnded(await getDb(), task)) return 410;
  if (!person) return 401;
  return person.membership ? { ...person, membership: person.membership } : 403;
}

/** Always JSON: a page of a hotspot is no response of the desk. */
export function respond(status: number, body: object = {}): Response {
  return Response.json(body, { status });
}
