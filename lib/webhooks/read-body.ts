import 'server-only';

/** A delivery's body is under 300 bytes; this leaves room for later additions. */
export const MAX_BODY_BYTES = 64 * 1024;
/** A body that takes longer than this is sent slowly on purpose, in milliseconds. */
const TIMEOUT_MS = 10_000;

/**
 * The exact bytes of a request's body; undefined if it is longer than the cap, or takes too long to arrive.
 * Stops reading at the cap: an endless body costs no memory.
 *
 * @throws if it was cut on its way: its signature would look like a forger's
 */
export async function readBody(
  request: Request,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<Uint8Array | undefined> {
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) return undefined;
  if (!request.body) return new Uint8Array();
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    // Ends the pending read; the result looks like the end of the body.
    void reader.cancel('too slow');
  }, timeoutMs);
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > MAX_BODY_BYTES) {
        await reader.cancel('too long');
        return undefined;
      }
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  if (late) return undefined;
  const stated = request.headers.get('content-length');
  if (stated !== null && Number(stated) !== length) throw new Error('the body was cut short');
  return Buffer.concat(chunks);
}
