import { getTranslations } from 'next-intl/server';
import { toOtherDraft } from '@/app/(portal)/drafts/other-draft';
import { withErrorResponse } from '@/app/error-response';
import { getFormats } from '@/components/ui/formats';
import { compareRenderedFor, renderedFor } from '@/lib/auth/rendered-for';
import { getLocaleOr, getTimeZoneOr } from '@/lib/auth/time-zone';
import { getSignedIn, type Viewer } from '@/lib/auth/viewer';
import { decodeSegment } from '@/lib/core/address';
import { toDevice } from '@/lib/core/device';
import { env } from '@/lib/core/env';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { type DraftPost, draftPost, MAX_DRAFT_BYTES } from '@/lib/drafts/posted';
import { type DraftSaved, MAX_DRAFTS, saveDraft } from '@/lib/drafts/save';
import { readJson } from '@/lib/http/read-json';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';

/**
 * Saves what a person typed into an open form, while they type. The form itself works without it. 409: another
 * device saved this draft since; 410: it was deleted or never theirs, or, with a text, submitted or transferred.
 */
export const PUT = withErrorResponse('/api/drafts/[id]', save);

async function save(request: Request): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return respond(401);
  const { membership } = person;
  if (!membership) return respond(403);
  const viewer = { ...person, membership };
  const id = decodeSegment(new URL(request.url).pathname.split('/').at(-1) ?? '');
  if (!isId('draft', id)) return respond(404);
  const post = await readJson(request, { schema: draftPost, maxBytes: MAX_DRAFT_BYTES });
  if (!post.ok) {
    if (post.fault !== 'too-big') return respond(400);
    return respond(413, { text: (await getTranslations('Drafts'))('tooLong') });
  }
  // Typed by another person, or for another agent, in a page that is still open.
  if (compareRenderedFor([post.input.renderedFor], renderedFor(viewer, env().APP_SECRET)) !== 'same')
    return respond(403);
  const text = await checkRateLimit(await getDb(), { limit: LIMITS.draftSaves, subject: viewer.personId });
  if (text) return respond(429, { text });
  const agent = request.headers.get('user-agent');
  return toResponse(await saveFor(viewer, { ...post.input, id, agent }));
}

async function saveFor(viewer: Viewer, post: DraftPost & { id: string; agent: string | null }) {
  const { lead: leadId, version: schemaVersion, timeZone, locale, agent, ...rest } = post;
  return saveDraft(await getDb(), viewer, {
    ...rest,
    leadId,
    schemaVersion,
    timeZone: await getTimeZoneOr(timeZone),
    locale: await getLocaleOr(locale),
    device: toDevice(agent),
    now: new Date(),
  });
}

async function toResponse(saved: DraftSaved): Promise<Response> {
  const t = await getTranslations('Drafts');
  switch (saved.kind) {
    case 'saved': {
      const time = (await getFormats()).clock(new Date().toISOString());
      return respond(200, { revision: saved.revision, text: t('saved', { time }) });
    }
    case 'empty':
      return respond(200, { text: t('nothingToSave') });
    case 'emptied':
      return respond(200, { text: t('emptied') });
    case 'submitted':
      return respond(410, {
        text: t('submitted'),
        href: `/submissions/${encodeURIComponent(saved.submissionId)}`,
      });
    case 'erased':
      return respond(422, { text: t('erasedSince') });
    case 'conflict':
      return respond(409, { ...(await toOtherDraft(saved.other, 'since')), revision: saved.other.revision });
    case 'transferred':
      return respond(410, {
        text: (await getTranslations('Form'))('draftTransferred', { transfer: saved.transfer }),
      });
    case 'gone':
      return respond(410);
    case 'too-many':
      return respond(422, { text: t('tooMany', { max: MAX_DRAFTS }) });
    case 'unknown-form':
      return respond(400);
    case 'access-changed':
      return respond(403);
  }
}

/** Always JSON: the page reads it. */
function respond(status: number, body: object = {}): Response {
  return Response.json(body, { status });
}
