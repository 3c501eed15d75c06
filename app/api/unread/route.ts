import { toBell } from '@/app/bell';
import { readSessionId } from '@/lib/auth/cookies';
import { recheckReader } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { getStreamPosition } from '@/lib/live/position';
import { getUnread } from '@/lib/notices/notices';

/** The bell of an open page, counted again. Asked by the page itself, so it does not count as use of the session. */
export async function GET(): Promise<Response> {
  const position = getStreamPosition();
  const sessionId = await readSessionId();
  const viewer = sessionId === undefined ? undefined : await recheckReader(sessionId);
  if (!viewer) return new Response(null, { status: 401 });
  const { notices } = await getUnread(await getDb(), viewer);
  return Response.json(await toBell(notices, position));
}
