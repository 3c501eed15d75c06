import { getTranslations } from 'next-intl/server';
import { toOtherDraft } from '@/app/(portal)/drafts/other-draft';
import { answerFailure } from '@/app/answer-failure';
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
export const PUT = answerFailure('/api/drafts/[id]', save);

async function save(request: Request): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return answer(401);
  const { membership } = person;
  if (!membership) return answer(403);
  const viewer = { ...person, membership };
  const id = decodeSegment(new URL(request.url).pathname.split('/').at(-1) ?? '');
  if (!isId('draft', id)) return answer(404);
  const post = await readJson(request, { schema: draftPost, maxBytes: MAX_DRAFT_BYTES });
  if (!post.ok) {
    if (post.fault !== 'too-big') return answer(400);
    return answer(413, { text: (await getTranslations('Drafts'))('tooLong') });
  }
  // Typed by another person, or for another agent, in a page that is still open.
  if (compareRenderedFor([post.input.renderedFor], renderedFor(viewer, env().APP_SECRET)) !== 'same')
    return answer(403);
  const text = await checkRateLimit(await getDb(), { limit: LIMITS.draftSaves, subject: viewer.personId });
  if (text) return answer(429, { text });
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
      return answer(200, { revision: saved.revision, text: t('saved', { time }) });
    }
    case 'empty':
      return answer(200, { text: t('nothingToSave') });
    case 'emptied':
      return answer(200, { text: t('emptied') });
    case 'submitted':
      return answer(410, {
        text: t('submitted'),
        href: `/submissions/${encodeURIComponent(saved.submissionId)}`,
      });
    case 'erased':
      return answer(422, { text: t('erasedSince') });
    case 'conflict':
      return answer(409, { ...(await toOtherDraft(saved.other, 'since')), revision: saved.other.revision });
    case 'transferred':
      return answer(410, {
        text: (await getTranslations('Form'))('draftTransferred', { transfer: saved.transfer }),
      });
    case 'gone':
      return answer(410);
    case 'too-many':
      return answer(422, { text: t('tooMany', { max: MAX_DRAFTS }) });
    case 'unknown-form':
      return answer(400);
    case 'access-changed':
      return answer(403);
  }
}

/** Always JSON: the page reads it. */
function answer(status: number, body: object = {}): Response {
  return Response.json(body, { status });
}
