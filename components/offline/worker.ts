import { OFFLINE_PAGE, SHELL_CACHE, wipeDevice } from './device';
import { DRAWN_OFFLINE } from './headers';
import { withNonce } from './nonce';
import { replayWaiting } from './replay';
import type { WorkerScope } from './worker-scope';

/**
 * The service worker, registered only on a device whose person allowed it. It changes nothing while the network is
 * there: pages come from the desk, and none of them is cached. Without a network it answers with the offline page, which draws
 * what is cached here. docs/decisions/0021-without-a-network.md says why.
 */
declare const self: WorkerScope;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
// The browser wakes the worker once it is online (`registerSync`).
self.addEventListener('sync', (event) => event.waitUntil(sendOrFail()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin || request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    // Not a way back from the company's sign-in: its cookies are the browser's matter alone.
    if (!address.pathname.startsWith('/api/')) event.respondWith(fetch(request).catch(answerOffline));
  } else if (request.headers.has('rsc'))
    event.respondWith(passOrLeave(request, { address, clientId: event.clientId }));
  else if (address.pathname.startsWith('/_next/static/'))
    event.respondWith(fetch(request).catch(async () => (await fromShell(request)) ?? Response.error()));
});

/** The offline page, whatever is asked for; an error if none is cached: then the browser says that it is offline. */
async function answerOffline(): Promise<Response> {
  const page = await fromShell(OFFLINE_PAGE);
  return page ? await withNonce(page, btoa(crypto.randomUUID())) : Response.error();
}

/** A part of the page that is open is waited for by that page. For another page it is left, and the offline page opens. */
async function passOrLeave(
  request: Request,
  { address, clientId }: { address: URL; clientId: string },
): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const client = await self.clients.get(clientId);
    const isOther = client !== undefined && new URL(client.url).pathname !== address.pathname;
    const isAhead = request.headers.has('next-router-prefetch');
    return isOther && !isAhead
      ? new Response(null, { status: 200, headers: { [DRAWN_OFFLINE]: 'yes' } })
      : Response.error();
  }
}

async function fromShell(request: Request | string): Promise<Response | undefined> {
  return await caches.match(request, { cacheName: SHELL_CACHE, ignoreVary: true });
}

/** A failure makes the browser wake the worker again later. */
async function sendOrFail(): Promise<void> {
  if ((await sendAll()) === 'unreachable') throw new Error('The desk did not answer.');
}

async function sendAll() {
  const outcome = await replayWaiting().catch(() => 'unreachable' as const);
  if (outcome === 'ended') {
    await wipeDevice();
    await self.registration.unregister();
  }
  return outcome;
}
