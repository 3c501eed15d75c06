import { answerOffline, takeOfflinePost } from './answer-offline';
import { SHELL_CACHE, wipeDevice } from './device';
import { OFFLINE_POST } from './draw-form';
import { DRAWN_OFFLINE } from './headers';
import { replayWaiting } from './replay';
import type { WorkerScope } from './worker-scope';

/**
 * The service worker, registered only on a device whose person allowed it. It changes nothing while the network is
 * there: pages come from the desk, and none is cached. Without a network it draws the last list, the last form and what
 * waits. docs/decisions/0021-without-a-network.md says why.
 */
declare const self: WorkerScope;

/** The name under which the browser wakes the worker once it is online. */
const SYNC = 'kept-leads';

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('sync', (event) => event.waitUntil(sendOrFail()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (request.method === 'POST' && address.pathname === OFFLINE_POST) event.respondWith(keepPost(request));
    // A post of another site must not become one of ours on its way through here.
    // Nor a way back from the company's sign-in: its cookies are the browser's matter alone.
    else if (request.method === 'GET' && !address.pathname.startsWith('/api/'))
      event.respondWith(showPage(request, address));
    return;
  }
  if (request.method !== 'GET') return;
  if (request.headers.has('rsc'))
    event.respondWith(passOrLeave(request, { address, clientId: event.clientId }));
  else if (request.destination === 'style' || request.destination === 'font')
    event.respondWith(fetch(request).catch(async () => (await fromShell(request)) ?? Response.error()));
});

async function showPage(request: Request, address: URL): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    return (await answerOffline(address, new Date()).catch(() => undefined)) ?? Response.error();
  }
}

async function keepPost(request: Request): Promise<Response> {
  const response = await takeOfflinePost(request, new Date());
  await self.registration.sync?.register(SYNC).catch(() => undefined);
  // Maybe the network is back already.
  await sendAll();
  return response;
}

/** A part of the page that is open is waited for by that page; for another page it leaves, and the worker draws it. */
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

async function fromShell(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(SHELL_CACHE);
  return await cache.match(request);
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
