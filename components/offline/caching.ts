import { pluralText } from '@/lib/core/language';
import { mintId } from '@/lib/core/mint-id';
import { readInputValues } from '@/lib/forms/form-data';
import type { LeadFormState } from '@/lib/forms/state';
import { fill } from '@/lib/forms/texts';
import { type Cached, clockText, isSamePerson } from './cached-view';
import {
  addWaiting,
  allowCaching,
  announce,
  isCaching,
  listWaiting,
  OFFLINE_PAGE,
  readCached,
  removeWaiting,
  SHELL_CACHE,
  wipeDevice,
  writeCached,
} from './device';
import { clearDraft } from './draft-store';
import { DEVICE_HEADER } from './headers';
import { nonceOf } from './nonce';
import { findEarlier, renamed, toWaiting } from './outbox';
import { replayWaiting } from './replay';
import type { Unsent } from './unsent';

/** The cookie that has the desk render what keeps leads on this device. It says only that it is allowed. */
const COOKIE = 'caches-leads';
const YEAR_SECONDS = 31_536_000;
const VIEW = '/api/cached';
/** The name under which the browser wakes the worker once it is online. */
const SYNC = 'cached-leads';

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

/** Allows keeping leads on this device. The next page begins with it. */
export async function switchOn(): Promise<void> {
  // Already, if the cookie was lost: what waits must not be. The next page deletes it if it is another person's.
  if (!(await isCaching())) await allowCaching();
  setCookie('yes', YEAR_SECONDS);
}

/** Deletes all that is cached on this device, and what keeps it. */
export async function switchOff(): Promise<void> {
  setCookie('', 0);
  await wipeDevice();
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await registration?.unregister();
}

/**
 * Makes sure that what is cached is this page's person's: of anyone else it is deleted. Returns whether it may go on.
 *
 * @param owner the page's person; undefined if nobody is signed in, '' if nothing may be kept
 */
export async function checkOwner(owner: string | undefined): Promise<boolean> {
  const cached = await readCached();
  const isOther = cached !== undefined && owner !== undefined && !isSamePerson(cached.owner, owner);
  if (isOther || owner === '' || !(await isCaching())) {
    await switchOff();
    return false;
  }
  // Deleted alone, or expired. After signing out there is one, with another value. Not with each page: a browser no longer
  // keeps a page for Back once a cookie has changed.
  if (owner !== undefined && cached && !document.cookie.includes(`${COOKIE}=`))
    setCookie('yes', YEAR_SECONDS);
  return true;
}

/** Registers the worker that answers without a network. */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register(new URL('./worker.ts', import.meta.url), { scope: '/' });
  // Deleted meanwhile, as by signing out.
  if (!(await isCaching())) await switchOff();
}

/** Sends what waits, then reads anew what is cached. Deletes everything if the desk says that this person's time has ended. */
export async function refreshCached(): Promise<void> {
  const outcome = (await listWaiting()).length > 0 ? await replayWaiting() : 'done';
  if (outcome === 'ended') return await switchOff();
  if (outcome === 'done') await readView();
}

async function readView(): Promise<void> {
  const before = await readCached();
  const returned = (await listWaiting()).filter(({ state }) => state === 'returned');
  const asked = returned
    .slice(0, 50)
    .map(({ draft, returnedAt }) => ['returned', `${draft.hidden.submissionId} ${returnedAt}`]);
  const response = await fetch(`${VIEW}?${new URLSearchParams(asked)}`, {
    headers: { [DEVICE_HEADER]: before?.device ?? '' },
    redirect: 'error',
  }).catch(() => undefined);
  if (response?.status === 410) return await switchOff();
  // Without an organization now: the leads are no longer theirs to see, and what waits is held.
  if (response?.status === 403 && before)
    return void (await writeCached({ ...before, list: { ...before.list, rows: [] } }));
  if (!response?.ok) return;
  const { resubmitted, ...view }: Cached & { resubmitted: string[] } = await response.json();
  // The desk may have started a session of another person since the page was rendered.
  if (before && !isSamePerson(before.owner, view.owner)) return await switchOff();
  // Deleted meanwhile, as by signing out: the page may be gone before files kept now are deleted again.
  if (!(await isCaching()) || !(await cachePage().catch(() => false))) return;
  // Deleted meanwhile: the files have to go, too.
  if (!(await writeCached(view))) return void (await caches.delete(SHELL_CACHE));
  for (const { id, draft } of returned)
    if (resubmitted.includes(draft.hidden.submissionId ?? '')) await removeWaiting(id);
  announce();
}

/**
 * Keeps the page that draws without a network, with the files that it names, and no others. Asked for without cookies:
 * what is cached is the same for everyone. Returns false if a file is missing: then the page of before stays, with its own.
 */
async function cachePage(): Promise<boolean> {
  const response = await fetch(OFFLINE_PAGE, { credentials: 'omit', redirect: 'error' });
  // A gateway's page has no nonce of ours.
  if (!response.ok || !nonceOf(response)) return false;
  const named = (await response.clone().text()).match(
    /\/_next\/static\/[\w./~-]+\.(?:css|js|woff2)(?!" noModule)/g,
  );
  const files = [...new Set(named)];
  const cache = await caches.open(SHELL_CACHE);
  const cached = (await cache.keys()).map(({ url }) => url.slice(location.origin.length));
  await cache.addAll(files.filter((file) => !cached.includes(file)));
  await cache.put(OFFLINE_PAGE, response);
  for (const one of cached) if (one !== OFFLINE_PAGE && !files.includes(one)) await cache.delete(one);
  return true;
}

/**
 * Keeps a form that could not be sent, and shows that it waits. If the same page has submitted other answers, its person is
 * asked first whether this is another lead. Undefined if nothing is cached here.
 */
export async function cacheForm({ data, model, draftKey }: Unsent): Promise<LeadFormState | undefined> {
  const { values } = readInputValues(model, data);
  const cached = await readCached();
  const now = new Date();
  const post = toWaiting({ data, model, values, now });
  if (!cached || !post) return undefined;
  const newSubmissionId = data.get('newSubmissionId');
  const item = typeof newSubmissionId === 'string' ? renamed(post, newSubmissionId) : post;
  const earlier = findEarlier(await listWaiting(), item);
  // Back, or a copy of the tab.
  if (earlier && 'other' in earlier && item === post) {
    const { name, at } = earlier.other;
    const { cachedEarlier, cachedEarlierIntro: intro } = cached.texts;
    const heading = fill(cachedEarlier, { time: clockText(at, cached, now) });
    const question = {
      question: 'already-submitted',
      name,
      heading,
      intro,
      newSubmissionId: mintId('sub'),
    } as const;
    return { status: 'already-submitted', values, hidden: {}, earlier: question };
  }
  const id = earlier && 'same' in earlier ? earlier.same.id : await addWaiting(item);
  if (id === undefined) return undefined;
  // The next form begins empty, and the next post of the same page is another lead.
  clearDraft(draftKey);
  await registerSync();
  location.assign(`/settings/device?cached=${encodeURIComponent(id)}`);
  // Back may bring the page again as it was.
  return await new Promise((resolve) => {
    window.addEventListener('pageshow', () => resolve({ status: 'idle' }), { once: true });
  });
}

/** Where the browser can, it wakes the worker once it is online, also after the page was closed. */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  const sync: unknown = registration && Reflect.get(registration, 'sync');
  if (!(typeof sync === 'object' && sync !== null && 'register' in sync)) return;
  if (typeof sync.register === 'function') await Promise.resolve(sync.register(SYNC)).catch(() => undefined);
}

/**
 * Deletes everything before the person signs out; leads that would be lost are asked about first. Returns whether to go
 * on.
 */
export async function beforeSignOut(): Promise<boolean> {
  const open = await listWaiting();
  if (open.length > 0) {
    await replayWaiting();
    const left = (await listWaiting()).length;
    const cached = await readCached();
    const question = cached && pluralText(cached.lang, cached.texts.signOutSure, left);
    if (left > 0 && !window.confirm(question)) return false;
  }
  await switchOff();
  return true;
}
