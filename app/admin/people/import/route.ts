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
import { startImport } from '@/lib/people/import-job';
import { decodePeopleFile, MAX_FILE_BYTES, PeopleFileError } from '@/lib/people/people-file';
import { isRecent } from '@/lib/sessions/sessions';
import type { SignedIn } from '@/lib/sessions/signed-in';
import { type ImportResponse, refusal, resultPage, toPreview, toRefusal } from '../import-response';

const uploadSchema = z.object({
  mode: z.enum(['check', 'import']).catch('check'),
  file: z.instanceof(File).refine(({ size }) => size > 0),
});

type Responded = { status: number; response: ImportResponse } | { goesOnAt: string };

/**
 * Checks a people file, or checks it and begins to import it. Nothing is stored between the two: importing sends the
 * file again. Responds with JSON if requested, else with a plain page, or the page that shows the progress.
 */
export const POST = uploadRoute('/admin/people/import', takePost);

async function takePost(request: Request): Promise<Response> {
  const admin = await findAdmin('/admin/people/import');
  if (typeof admin === 'number') return new Response(null, { status: admin });
  const responded = await takeIfAllowed(request, admin);
  const wantsJson = request.headers.get('accept')?.includes('application/json');
  if ('goesOnAt' in responded) {
    if (wantsJson) return Response.json(responded);
    return new Response(null, { status: 303, headers: { Location: responded.goesOnAt } });
  }
  const { status, response } = responded;
  if (wantsJson) return Response.json(response, { status });
  return new Response(await drawPage(request, response), {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });
}

async function takeIfAllowed(request: Request, admin: SignedIn): Promise<Responded> {
  const db = await getDb();
  const rateLimitMessage = await checkRateLimit(db, { limit: LIMITS.adminActions, subject: admin.personId });
  if (rateLimitMessage) return { status: 429, response: refusal(rateLimitMessage) };
  try {
    return await takeUpload(request, MAX_FILE_BYTES, (upload) => takeFile(upload, admin));
  } catch (error) {
    if (!(error instanceof PeopleFileError)) return takeFailure(error, request);
    return { status: error.fault === 'too-large' ? 413 : 422, response: await toRefusal(error) };
  }
}

async function takeFile(upload: Upload, admin: SignedIn): Promise<Responded> {
  if (upload.ok) return await takeForm(upload.form, admin);
  if (upload.fault === 'too-big') throw new PeopleFileError('too-large');
  return { status: 400, response: await noFile() };
}

/** Never reports "nothing was changed" unless that is known. */
async function takeFailure(error: unknown, { method, headers }: Request): Promise<Responded> {
  const route = '/admin/people/import';
  const code = logRequestError(error, { method, route, kind: 'route', requestId: requestIdOf(headers) });
  const t = await getTranslations('People.files');
  const { broken } = await loadCatalogue((await getLanguage()).locale);
  const sentence = t(isOutcomeUnknown(error) ? 'failed' : 'undone');
  return { status: 500, response: refusal(withCode(sentence, { text: broken.code, code })) };
}

async function takeForm(form: FormData, admin: SignedIn): Promise<Responded> {
  const t = await getTranslations('People.files');
  const now = new Date();
  const post = readPost(form, uploadSchema);
  if (!post.ok) return { status: 400, response: await noFile() };
  const { mode, file } = post.input;
  if (mode === 'import' && !isRecent(admin, now)) {
    return { status: 403, response: refusal(t('needsSignIn')) };
  }
  const csv = decodePeopleFile(new Uint8Array(await file.arrayBuffer()));
  const db = await getDb();
  const lines = await importPeople(db, { csv, dryRun: true });
  if (mode === 'check' || lines.some(({ outcome }) => outcome === 'wrong'))
    return { status: 200, response: await toPreview(lines) };
  const id = await startImport(db, { csv, checked: lines, by: admin, now });
  if (id === undefined) return { status: 409, response: refusal(t('running')) };
  // Another address for each import: a browser that is there already loads it.
  return { goesOnAt: `/admin/people?view=files&import=${id}#last-import` };
}

async function noFile(): Promise<ImportResponse> {
  return refusal((await getTranslations('People.files'))('noFile'));
}

async function drawPage(request: Request, response: ImportResponse): Promise<string> {
  const t = await getTranslations('People.files');
  const common = await getTranslations('Common');
  const texts = {
    lang: await getLocale(),
    back: t('back'),
    caption: t('caption'),
    line: common('row'),
    email: common('emailAddress'),
    outcome: common('outcome'),
  };
  const brand = toHtmlBrand(await getBrand());
  return resultPage(response, { texts, brand, nonce: request.headers.get('x-nonce') ?? '' });
}
