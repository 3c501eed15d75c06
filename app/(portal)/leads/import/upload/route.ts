import { uploadRoute } from '@/app/upload-route';
import { getSignedIn, type Viewer } from '@/lib/auth/viewer';
import { queryAddress } from '@/lib/core/address';
import { MAX_IMPORT_BYTES } from '@/lib/core/file-limits';
import { getDb } from '@/lib/db/handle';
import { takeUpload, type Upload } from '@/lib/http/read-upload';
import { readApart } from '@/lib/import-files/read-apart';
import { TableError } from '@/lib/import-files/table';
import { storeFile } from '@/lib/imports/store-file';
import { consumeLimit, LIMITS } from '@/lib/limits/limits';

/** Takes a file or copied cells, and goes on to the columns; back to the page with the reason, if they cannot be read. */
export const POST = uploadRoute('/leads/import/upload', takeFile);

async function takeFile(request: Request): Promise<Response> {
  const person = await getSignedIn();
  if (!person) return new Response(null, { status: 401 });
  const { membership } = person;
  if (!membership) return new Response(null, { status: 404 });
  const viewer = { ...person, membership };
  const turn = await consumeLimit(await getDb(), { limit: LIMITS.imports, subject: viewer.personId });
  if (!turn.allowed) return goTo(queryAddress('/leads/import', { fault: 'too-often' }));
  return goTo(await takeUpload(request, MAX_IMPORT_BYTES, (upload) => storeUpload(upload, viewer)));
}

/** The address that follows. */
async function storeUpload(upload: Upload, viewer: Viewer): Promise<string> {
  try {
    if (!upload.ok) throw new TableError(upload.fault === 'too-big' ? 'too-large' : 'empty');
    const missing = missingOf(upload.form);
    if (missing) return queryAddress('/leads/import', { fault: missing });
    const { bytes, fileName } = await openPosted(upload.form);
    const table = await readApart(bytes);
    const result = await storeFile(await getDb(), viewer, { table, bytes, fileName, now: new Date() });
    if (result.kind === 'too-many') return queryAddress('/leads/import', { fault: 'too-many' });
    return `/leads/import/${result.id}/columns`;
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    const { fault, place } = error;
    return queryAddress('/leads/import', { fault, ...place });
  }
}

/** Which of the two controls was sent empty. */
function missingOf(form: FormData): 'no-file' | 'no-cells' | undefined {
  const [file, cells] = [form.get('file'), form.get('cells')];
  if (typeof cells === 'string') return cells.trim() === '' ? 'no-cells' : undefined;
  return file instanceof File && file.size === 0 && file.name === '' ? 'no-file' : undefined;
}

async function openPosted(form: FormData): Promise<{ bytes: Uint8Array; fileName: string }> {
  const file = form.get('file');
  if (file instanceof File && file.size > 0) return { bytes: await file.bytes(), fileName: file.name };
  const cells = form.get('cells');
  return { bytes: Buffer.from(typeof cells === 'string' ? cells : ''), fileName: '' };
}

/** As the browser asked for it: its own host. */
const goTo = (path: string) => new Response(null, { status: 303, headers: { Location: path } });
