import { readSessionId } from '@/lib/auth/cookies';
import { recheckReader } from '@/lib/auth/viewer';
import { isForeignSite } from '@/lib/http/origin';
import { readStreamPosition } from '@/lib/live/position';
import { mayStream, openStream } from '@/lib/live/stream';

/** The event stream of a page: hints of changes, for the current viewer, from the position `since` of the page on. */
export async function GET(request: Request): Promise<Response> {
  if (isForeignSite(request.headers.get('sec-fetch-site'))) return new Response(null, { status: 403 });
  const sessionId = await readSessionId();
  const viewer = sessionId === undefined ? undefined : await recheckReader(sessionId);
  if (!sessionId || !viewer) return new Response(null, { status: 401 });
  if (!mayStream(viewer)) return comeBack(429, { seconds: 30 });

  const { personId, membership } = viewer;
  const stream = await openStream({
    viewer,
    since: readStreamPosition(new URL(request.url).searchParams.get('since')),
    random: Math.random,
    signal: request.signal,
    isStillAllowed: async () => {
      const now = await recheckReader(sessionId);
      return (
        now?.personId === personId &&
        now.membership.organizationId === membership.organizationId &&
        now.membership.agentId === membership.agentId &&
        now.membership.role === membership.role
      );
    },
  });
  if (!stream) return comeBack(503, { seconds: 2 });
  return new Response(stream, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      // Otherwise nginx holds events back until its buffer is full.
      'X-Accel-Buffering': 'no',
    },
  });
}

function comeBack(status: 429 | 503, { seconds }: { seconds: number }): Response {
  return new Response(null, { status, headers: { 'Retry-After': String(seconds) } });
}
