import { toBell } from '@/app/bell';
import { readSessionId } from '@/lib/auth/cookies';
import { compareRenderedFor, RENDERED_FOR, renderedFor } from '@/lib/auth/rendered-for';
import { recheckReader } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { getStreamPosition } from '@/lib/live/position';
import { getUnread } from '@/lib/notices/notices';

/**
 * The bell of an open page, counted again, for the person the page is rendered for (`RENDERED_FOR`): somebody else may
 * have signed in since, or an admin see the desk as somebody. Asked by the page itself, so it does not count as use of
 * the session.
 */
export async function GET(request: Request): Promise<Response> {
  const position = getStreamPosition();
  const sessionId = await readSessionId();
  const viewer = sessionId === undefined ? undefined : await recheckReader(sessionId);
  if (!viewer) return new Response(null, { status: 401 });
  const addressee = new URL(request.url).searchParams.get(RENDERED_FOR) ?? '';
  if (compareRenderedFor([addressee], renderedFor(viewer, env().APP_SECRET)) !== 'same')
    return new Response(null, { status: 409 });
  const { ids } = await getUnread(await getDb(), viewer);
  return Response.json(await toBell(ids.length, position));
}
