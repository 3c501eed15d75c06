import 'server-only';

/** The overhead around the file in a form's body. */
const AROUND = 16 * 1024;

/** A posted form with a file; `unreadable`: the body is no form. */
export type Upload = { ok: true; form: FormData } | { ok: false; fault: 'too-big' | 'unreadable' };

/**
 * Reads a posted form up to its size limit; longer bodies are not read to their end. The file's name and
 * type are ignored.
 *
 * @param maxFileBytes the maximum size of its file
 */
export async function readUpload(request: Request, maxFileBytes: number): Promise<Upload> {
  const maxBytes = maxFileBytes + AROUND;
  const isStatedTooBig = Number(request.headers.get('content-length') ?? 0) > maxBytes;
  const bytes = isStatedTooBig ? undefined : await readUpTo(request.body, maxBytes);
  if (!bytes) return { ok: false, fault: 'too-big' };
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  try {
    return { ok: true, form: await new Response(bytes, { headers }).formData() };
  } catch {
    return { ok: false, fault: 'unreadable' };
  }
}

/** A body up to a limit; undefined if there are more bytes than that. */
export async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Blob | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      return undefined;
    }
    parts.push(new Uint8Array(part.value));
  }
  return new Blob(parts);
}
