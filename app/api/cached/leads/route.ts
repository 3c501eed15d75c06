import { getTranslations } from 'next-intl/server';
import { withErrorResponse } from '@/app/error-response';
import { compareRenderedFor, RENDERED_FOR, renderedFor } from '@/lib/auth/rendered-for';
import { getPostedLocale, getPostedTimeZone } from '@/lib/auth/time-zone';
import type { Viewer } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { namedMessage } from '@/lib/forms/named-message';
import type { LeadFormState } from '@/lib/forms/state';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';
import { hasPostedIds } from '@/lib/submissions/submission-identity';
import { type SubmitResult, submitLead } from '@/lib/submissions/submit';
import { findKeeper, respond } from '../who';

/**
 * Takes a lead that a device kept while it had no network, under the id it was submitted with: a repeat is the same
 * submission. 422, with the reasons, if a person has to decide about it.
 */
export const POST = withErrorResponse('/api/cached/leads', take);

async function take(request: Request): Promise<Response> {
  const viewer = await findKeeper(request);
  if (typeof viewer === 'number') return respond(viewer);
  const data = await request.formData().catch(() => undefined);
  if (!data || !hasPostedIds(data)) return respond(400);
  const t = await getTranslations('Cached');
  switch (compareRenderedFor(data.getAll(RENDERED_FOR), renderedFor(viewer, env().APP_SECRET))) {
    case 'account-switch':
      return respond(410);
    case 'access-changed':
      return returned([t('accessChanged')]);
    case 'same':
      return await submit(viewer, data);
  }
}

async function submit(viewer: Viewer, data: FormData): Promise<Response> {
  const db = await getDb();
  const turn = await consumeLimit(db, { limit: LIMITS.leadWrites, subject: viewer.personId });
  if (!turn.allowed) return respond(429);
  const result = await submitLead(db, viewer, {
    data,
    service: await getServiceClient(),
    t: await getTranslations('Form'),
    locale: await getPostedLocale(data),
    timeZone: await getPostedTimeZone(data),
    now: new Date(),
  });
  if (result.ok) return respond(200, { submissionId: result.submissionId });
  return returned(await reasonsOf(result));
}

const returned = (reasons: string[]) => respond(422, { reasons, at: new Date().toISOString() });

async function reasonsOf(result: Exclude<SubmitResult, { ok: true }>): Promise<string[]> {
  const t = await getTranslations('Cached');
  if ('reason' in result) return [t('accessChanged')];
  return 'before' in result ? [t('otherAnswers')] : reasonsIn(result, t('formChanged'));
}

function reasonsIn(
  { state, model }: Extract<SubmitResult, { state: LeadFormState }>,
  formChanged: string,
): string[] {
  switch (state.status) {
    case 'invalid':
      return [
        ...state.formErrors,
        ...state.errors.map((error) => namedMessage({ fields: model?.fields ?? [] }, error)),
      ];
    case 'changed':
      return [formChanged, ...state.changes];
    case 'failed':
      return [state.message];
    case 'already-submitted':
      return [state.earlier.heading];
    default:
      return [formChanged];
  }
}
