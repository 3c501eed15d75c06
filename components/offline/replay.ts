import { announce, listWaiting, readCached, removeWaiting, replaceWaiting } from './device';
import { DEVICE_HEADER } from './headers';
import { afterResponse, type DeskResponse, type Waiting } from './outbox';

/** Takes a cached submit. */
const CACHED_LEADS = '/api/cached/leads';

const TIMEOUT_MS = 30_000;
/** One page or worker at a time. */
const LOCK = 'partner-desk-replay';

/**
 * Sends what waits, oldest first, until the desk does not answer. Returns `ended` if the desk says that what is cached
 * here belongs to nobody who may have it: the caller then deletes it. Fails if the page is left while another one sends.
 */
export async function replayWaiting(): Promise<'ended' | 'done' | 'unreachable'> {
  // A page that the browser keeps for Back would keep the lock, too, and nothing would be sent any more.
  const left = new AbortController();
  const leave = () => left.abort();
  addEventListener('pagehide', leave);
  try {
    return await navigator.locks.request(LOCK, { signal: left.signal }, () => sendEach(left.signal));
  } finally {
    removeEventListener('pagehide', leave);
  }
}

async function sendEach(left: AbortSignal): Promise<'ended' | 'done' | 'unreachable'> {
  const cached = await readCached();
  const from = { device: cached?.device ?? '', refused: cached?.texts.refused ?? '', left };
  for (const item of await listWaiting()) {
    if (item.state === 'returned') continue;
    const response = await send(item, from);
    if (response.kind === 'ended' || response.kind === 'unreachable') return response.kind;
    const next = afterResponse(item, response);
    if (next) await replaceWaiting(next);
    else await removeWaiting(item.id);
    announce();
    if (response.kind === 'signIn') return 'done';
  }
  return 'done';
}

type From = { device: string; refused: string; left: AbortSignal };

async function send(item: Waiting, { device, refused, left }: From): Promise<DeskResponse> {
  try {
    const response = await fetch(CACHED_LEADS, {
      method: 'POST',
      headers: { [DEVICE_HEADER]: device },
      body: new URLSearchParams(item.entries),
      redirect: 'error',
      signal: AbortSignal.any([left, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const body: unknown = await response.json().catch(() => undefined);
    return readResponse(response, body, refused);
  } catch {
    return { kind: 'unreachable' };
  }
}

/** What a response means. A hotspot's page, or a gateway's, is no response of the desk: it is JSON. */
export function readResponse({ status }: { status: number }, body: unknown, refused: string): DeskResponse {
  if (typeof body !== 'object' || body === null) return { kind: 'unreachable' };
  if (status === 200) return 'submissionId' in body ? { kind: 'stored' } : { kind: 'unreachable' };
  if (status === 401) return { kind: 'signIn' };
  if (status === 403) return { kind: 'access' };
  if (status === 410) return { kind: 'ended' };
  if (status < 400 || status >= 500 || status === 408 || status === 429) return { kind: 'unreachable' };
  const reasons: unknown = 'reasons' in body ? body.reasons : undefined;
  const at: unknown = 'at' in body ? body.at : undefined;
  const texts = Array.isArray(reasons) ? reasons.filter((text) => typeof text === 'string') : [];
  return { kind: 'returned', reasons: texts.length > 0 ? texts : [refused], at: String(at ?? '') };
}
