import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { uploadRoute } from '@/app/upload-route';
import { withCode } from '@/components/shell/quote-code';
import { getLanguage } from '@/lib/auth/language';
import { findAdmin } from '@/lib/auth/viewer';
import { getBrand } from '@/lib/brand/current';
import { toHtmlBrand } from '@/lib/brand/html-brand';
import { getDb } from '@/lib/db/handle';
import { isOutcomeUnknown } from '@/lib/db/outcome';
import { readPost } from '@/lib/http/read-post';
import { takeUpload, type Upload } from '@/lib/http/read-upload';
import { logRequestError, requestIdOf } from '@/lib/http/request-error';
import { loadCatalogue } from '@/lib/i18n/catalogue';
import { LIMITS } from '@/lib/limits/limits';
import { checkRateLimit } from '@/lib/limits/rate-limit';
import { importPeople } from '@/lib/people/import';
import { decodePeopleFile, MAX_FILE_BYTES, PeopleFileError } from '@/lib/people/people-file';
import { isRecent } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { type ImportAnswer, refusal, resultPage, toAnswer, toRefusal } from '../import-answer';

const uploadSchema = z.object({
  mode: z.enum(['check', 'import']).catch('check'),
  file: z.instanceof(File).refine(({ size }) => size > 0),
});

type Answered = { status: number; answer: ImportAnswer };

/**
 * Checks a people file, or imports it. Nothing is stored between the two: importing sends the file again.
 * Responds with JSON if requested, else with a plain page.
 */
export const POST = uploadRoute('/admin/people/import', takePost);

async function takePost(request: Request): Promise<Response> {
  const admin = await findAdmin('/admin/people/import');
  if (typeof admin === 'number') return new Response(null, { status: admin });
  const { status, answer } = await takeIfAllowed(request, admin);
  if (request.headers.get('accept')?.includes('application/json')) return Response.json(answer, { status });
  return new Response(await drawPage(request, answer), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

async function takeIfAllowed(request: Request, admin: SignedIn): Promise<Answered> {
  const db = await getDb();
  const rateLimitMessage = await checkRateLimit(db, { limit: LIMITS.adminActions, subject: admin.personId });
  if (rateLimitMessage) return { status: 429, answer: refusal(rateLimitMessage) };
  try {
    return await takeUpload(request, MAX_FILE_BYTES, (upload) => takeFile(upload, admin));
  } catch (error) {
    if (!(error instanceof PeopleFileError)) return takeFailure(error, request);
    return { status: error.fault === 'too-big' ? 413 : 422, answer: await toRefusal(error) };
  }
}

async function takeFile(upload: Upload, admin: SignedIn): Promise<Answered> {
  if (upload.ok) return await takeForm(upload.form, admin);
  if (upload.fault === 'too-big') throw new PeopleFileError('too-big');
  return { status: 400, answer: await noFile() };
}

/** Never reports "nothing was changed" unless that is known. */
async function takeFailure(error: unknown, { method, headers }: Request): Promise<Answered> {
  const route = '/admin/people/import';
  const code = logRequestError(error, { method, route, kind: 'route', requestId: requestIdOf(headers) });
  const t = await getTranslations('People.files');
  const { broken } = await loadCatalogue((await getLanguage()).locale);
  const sentence = t(isOutcomeUnknown(error) ? 'failed' : 'undone');
  return { status: 500, answer: refusal(withCode(sentence, { text: broken.code, code })) };
}

async function takeForm(form: FormData, admin: SignedIn): Promise<Answered> {
  const t = await getTranslations('People.files');
  const now = new Date();
  const post = readPost(form, uploadSchema);
  if (!post.ok) return { status: 400, answer: await noFile() };
  const { mode, file } = post.input;
  if (mode === 'import' && !isRecent(admin, now)) {
    return { status: 403, answer: refusal(t('needsSignIn')) };
  }
  const csv = decodePeopleFile(new Uint8Array(await file.arrayBuffer()));
  const audit = { by: admin, now };
  const lines = await importPeople(await getDb(), { csv, dryRun: mode === 'check', audit });
  return { status: 200, answer: await toAnswer(lines, mode) };
}

async function noFile(): Promise<ImportAnswer> {
  return refusal((await getTranslations('People.files'))('noFile'));
}

async function drawPage(request: Request, answer: ImportAnswer): Promise<string> {
  const t = await getTranslations('People.files');
  const texts = {
    lang: await getLocale(),
    back: t('back'),
    caption: t('caption'),
    line: t('line'),
    email: t('email'),
    outcome: t('outcome'),
  };
  const brand = toHtmlBrand(await getBrand());
  return resultPage(answer, { texts, brand, nonce: request.headers.get('x-nonce') ?? '' });
}
