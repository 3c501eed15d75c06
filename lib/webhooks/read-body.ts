import 'server-only';

/** A delivery's body is under 300 bytes; this leaves room for what a later version may add. */
export const BODY_LIMIT = 64 * 1024;
/** A body that takes longer than this is being dripped on purpose, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * The exact bytes of a request's body; undefined if it is longer than the cap, or takes too long to arrive.
 * Stops reading at the cap: an endless body costs no memory.
 */
export async function readBody(
  request: Request,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > BODY_LIMIT) return undefined;
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // Ends the pending read, which cannot be told from the end of the body.
    void reader.cancel('too slow');
  }, patienceMs);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > BODY_LIMIT) {
        await reader.cancel('too long');
        return undefined;
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  return late ? undefined : Buffer.concat(chunks);
}
