import 'server-only';
import { MAX_FILE_BYTES, PeopleFileError } from '@/lib/people/people-file';

/** The overhead around the file in a form's body. */
const AROUND = 16 * 1024;
const MAX_BYTES = MAX_FILE_BYTES + AROUND;

/**
 * Reads the posted form up to its size limit; longer bodies are not read to their end. The file's name and
 * type are ignored.
 *
 * @throws {PeopleFileError} if it is too big
 */
export async function readUpload(request: Request): Promise<FormData | undefined> {
  if (Number(request.headers.get('content-length') ?? 0) > MAX_BYTES) throw new PeopleFileError('too-big');
  const bytes = await readUpTo(request.body);
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    return undefined;
  }
}

async function readUpTo(body: ReadableStream<Uint8Array> | null): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > MAX_BYTES) {
      await reader?.cancel();
      throw new PeopleFileError('too-big');
    }
    parts.push(new Uint8Array(part.value));
  }
  return new Blob(parts);
}
