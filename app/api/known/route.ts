import { getLocale } from 'next-intl/server';
import { z } from 'zod';
import { compareRenderedFor, RENDERED_FOR, renderedFor } from '@/lib/auth/rendered-for';
import { getViewer } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { postedId, postedText, readPost } from '@/lib/http/read-post';
import { isKnownElsewhere } from '@/lib/known/elsewhere';
import { findKnown } from '@/lib/known/find-known';
import { regionsOfReader } from '@/lib/known-keys/phone';
import { LIMITS, takeTurn } from '@/lib/limits/limits';
import { toKnownAnswer } from './answer';

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
  const turn = await takeTurn(db, { limit: LIMITS.lookUps, subject: viewer.personId });
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
  const matches = isTheirs ? await findKnown(db, viewer, { contact, regions, except: replaces }) : [];
  // Of a company that their own organization has, they know already.
  const isElsewhere =
    isTheirs && matches.length === 0 && (await isKnownElsewhere(db, viewer, { contact, now: new Date() }));
  return Response.json(await toKnownAnswer(db, { matches, isElsewhere, locale }));
}
