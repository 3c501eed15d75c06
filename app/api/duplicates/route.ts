import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { compareRenderedFor, RENDERED_FOR, renderedFor } from '@/lib/auth/rendered-for';
import { getViewer } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { isDuplicateElsewhere } from '@/lib/duplicates/elsewhere';
import { findDuplicates } from '@/lib/duplicates/find-duplicates';
import { postedId, postedText, readPost } from '@/lib/http/read-post';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import { regionsOfReader } from '@/lib/match-keys/phone';
import { toDuplicatesResponse } from './response';

/** Four texts and the names around them. */
const MAX_BYTES = 8 * 1024;

const text = postedText(500).default('');
const lookUpSchema = z.strictObject({
  email: text,
  phone: text,
  website: text,
  company: text,
  replaces: postedId.optional(),
  [RENDERED_FOR]: postedText(200),
});

/**
 * Whether what is being typed into the form of a new lead is known already. Asked by the form itself, so it does
 * not count as use of the session. Any failure is silent there.
 */
export async function POST(request: Request): Promise<Response> {
  const viewer = await getViewer();
  if (!viewer) return new Response(null, { status: 401 });
  // `proxy.ts` refuses bodies without a length.
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) {
    return new Response(null, { status: 413 });
  }
  const db = await getDb();
  const turn = await consumeLimit(db, { limit: LIMITS.lookUps, subject: viewer.personId });
  if (!turn.allowed) {
    const seconds = Math.ceil(turn.retryAfterMs / 1_000);
    return new Response(null, { status: 429, headers: { 'Retry-After': String(seconds) } });
  }
  const post = readPost(await request.formData().catch(() => undefined), lookUpSchema);
  if (!post.ok) return new Response(null, { status: 400 });
  const { [RENDERED_FOR]: addressee, replaces, ...contact } = post.input;
  const locale = await getLocale();
  // A page that was opened by someone else shows nothing of this person's leads.
  const isTheirs = compareRenderedFor([addressee], renderedFor(viewer, env().APP_SECRET)) === 'same';
  const regions = regionsOfReader({ acceptLanguage: request.headers.get('accept-language'), locale });
  const matches = isTheirs ? await findDuplicates(db, viewer, { contact, regions, except: replaces }) : [];
  // Of a company that their own organization has, they know already.
  const isElsewhere =
    isTheirs &&
    matches.length === 0 &&
    (await isDuplicateElsewhere(db, viewer, { contact, now: new Date() }));
  return Response.json(await toDuplicatesResponse(db, { matches, isElsewhere, locale }));
}
