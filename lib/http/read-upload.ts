import 'server-only';
import PQueue from 'p-queue';
import { singleton } from '@/lib/core/singleton';

/** The overhead around the file in a form's body. */
const AROUND = 16 * 1024;

/** Enough for 10 MB on a slow mobile line. */
const MAX_MS = 120_000;

/** What all uploads of a process may hold together is this many times the largest file. Further ones wait unread. */
const MAX_AT_ONCE = 4;

/** A posted form with a file; `unreadable`: the body is no form, or did not come in two minutes. */
export type Upload = { ok: true; form: FormData } | { ok: false; fault: 'too-big' | 'unreadable' };

/**
 * Reads a posted form up to its size limit and passes it on; longer bodies are not read to their end. The file's name and
 * type are ignored. Only a few are in memory at the same time, until `take` is done with them.
 *
 * @param maxFileBytes the maximum size of its file
 */
export async function takeUpload<Result>(
  request: Request,
  maxFileBytes: number,
  take: (upload: Upload) => Promise<Result>,
): Promise<Result> {
  const uploads = singleton('uploads', () => new PQueue({ concurrency: MAX_AT_ONCE }));
  return await uploads.add(async () => await take(await readUpload(request, maxFileBytes)));
}

async function readUpload(request: Request, maxFileBytes: number): Promise<Upload> {
  const maxBytes = maxFileBytes + AROUND;
  try {
    const bytes = await readUpTo(request.body, maxBytes, AbortSignal.timeout(MAX_MS));
    if (!bytes) return { ok: false, fault: 'too-big' };
    const headers = { 'content-type': request.headers.get('content-type') ?? '' };
    return { ok: true, form: await new Response(bytes, { headers }).formData() };
  } catch {
    return { ok: false, fault: 'unreadable' };
  }
}

/**
 * A body up to a limit; undefined if there are more bytes than that.
 *
 * @throws what `signal` is aborted with
 */
export async function readUpTo(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Blob | undefined> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = body?.getReader();
  signal?.addEventListener('abort', () => void reader?.cancel(signal.reason), { once: true });
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      reader?.releaseLock();
      return undefined;
    }
    parts.push(new Uint8Array(part.value));
  }
  // A cancelled body ends like a whole one.
  signal?.throwIfAborted();
  return new Blob(parts);
}

/** How much of a body without use is received at most, so that its sender reads the response: then the connection ends. */
const MAX_DISCARDED = 50_000_000;

/**
 * Receives what is left of a body and keeps nothing of it: a browser that is still sending when the connection ends shows
 * an error of its own instead of the response.
 */
export async function discardBody(body: ReadableStream<Uint8Array> | null): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  const late = setTimeout(() => void reader.cancel(), MAX_MS);
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done && length < MAX_DISCARDED; part = await reader.read())
      length += part.value.byteLength;
  } catch {
    // The sender is gone.
  } finally {
    clearTimeout(late);
  }
}
