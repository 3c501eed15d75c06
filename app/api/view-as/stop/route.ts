import { withErrorResponse } from '@/app/error-response';
import { getSignedIn } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { endViews } from '@/lib/sessions/views';

/** The admin is back on their own desk, at the page of the person they saw it as. */
export const POST = withErrorResponse('/api/view-as/stop', stopViewing);

async function stopViewing(): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return new Response(null, { status: 401 });
  const { sessionId } = person;
  const task = { of: { sessionId }, how: 'stopped', now: new Date() } as const;
  const [seen] = await (await getDb()).transaction((tx) => endViews(tx, task));
  const back = seen === undefined ? '/' : `/admin/people/${encodeURIComponent(seen)}`;
  return new Response(null, { status: 303, headers: { Location: back } });
}
