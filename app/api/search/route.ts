import { getReader } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import { searchEverything } from './query';
import { toSearchResults } from './response';

/**
 * What the person finds from any page: leads, pages and settings; an admin also people, agents and organizations. While an
 * admin sees the desk as somebody, what that person finds.
 */
export async function GET(request: Request): Promise<Response> {
  const reader = await getReader();
  if (!reader || (!reader.membership && !reader.isAdmin)) return new Response(null, { status: 401 });
  const viewedBy = 'viewedBy' in reader ? reader.viewedBy : undefined;
  const db = await getDb();
  const turn = await consumeLimit(db, { limit: LIMITS.searches, subject: viewedBy ?? reader.personId });
  if (!turn.allowed) {
    const seconds = Math.ceil(turn.retryAfterMs / 1_000);
    return new Response(null, { status: 429, headers: { 'Retry-After': String(seconds) } });
  }
  const { q } = parseLeadsQuery({ q: new URL(request.url).searchParams.get('q') ?? '' });
  const found = await searchEverything(db, reader, q);
  const isViewing = viewedBy !== undefined;
  const finder = { role: reader.membership?.role, isAdmin: reader.isAdmin, isViewing };
  const results = await toSearchResults(db, { found, finder, q });
  return Response.json(results, { headers: { 'Cache-Control': 'no-store' } });
}
