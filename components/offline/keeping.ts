import { pluralText } from '@/lib/core/language';
import { readInputValues } from '@/lib/forms/form-data';
import {
  addWaiting,
  allowKeeping,
  announce,
  isKeeping,
  listWaiting,
  readKept,
  removeWaiting,
  SHELL_CACHE,
  wipeDevice,
  writeKept,
} from './device';
import { DEVICE_HEADER } from './headers';
import { isSamePerson, type KeptView } from './kept-view';
import { findEarlier, toWaiting } from './outbox';
import { replayWaiting } from './replay';
import type { Unsent } from './unsent';

/** The cookie that has the desk render what keeps leads on this device. It says only that it is allowed. */
const COOKIE = 'keeps-leads';
const YEAR_SECONDS = 31_536_000;
const VIEW = '/api/kept';
const SYNC = 'kept-leads';

function setCookie(value: string, maxAge: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we support
  document.cookie = `${COOKIE}=${value}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

/** Allows keeping leads on this device. The next page begins with it. */
export async function switchOn(): Promise<void> {
  // Already, if the cookie was lost: what waits must not be. The next page deletes it if it is another person's.
  if (!(await isKeeping())) await allowKeeping();
  setCookie('yes', YEAR_SECONDS);
}

/** Deletes all that is kept on this device, and what keeps it. */
export async function switchOff(): Promise<void> {
  setCookie('', 0);
  await wipeDevice();
  const registration = await navigator.serviceWorker?.getRegistration('/');
  await registration?.unregister();
}

/**
 * Makes sure that what is kept is this page's person's: of anyone else it is deleted. Returns whether it may go on.
 *
 * @param owner the page's person; undefined if nobody is signed in, '' if nothing may be kept
 */
export async function checkOwner(owner: string | undefined): Promise<boolean> {
  // Read and written at once: after signing out the desk has set another value, which must stay.
  if (document.cookie.includes(`${COOKIE}=yes`)) setCookie('yes', YEAR_SECONDS);
  const kept = await readKept();
  const isOther = kept !== undefined && owner !== undefined && !isSamePerson(kept.owner, owner);
  if (isOther || owner === '' || !(await isKeeping())) {
    await switchOff();
    return false;
  }
  // Deleted alone, or expired. After signing out there is one, with another value.
  if (owner !== undefined && kept && !document.cookie.includes(`${COOKIE}=`)) setCookie('yes', YEAR_SECONDS);
  return true;
}

/** Registers the worker that answers without a network. */
export async function startWorker(): Promise<void> {
  await navigator.serviceWorker.register(new URL('./worker.ts', import.meta.url), { scope: '/' });
  // Deleted meanwhile, as by signing out.
  if (!(await isKeeping())) await switchOff();
}

/** Sends what waits, then reads anew what is kept. Deletes everything if the desk says that this person's time has ended. */
export async function refreshKept(): Promise<void> {
  const outcome = (await listWaiting()).length > 0 ? await replayWaiting() : 'done';
  if (outcome === 'ended') return await switchOff();
  if (outcome === 'done') await readView();
}

async function readView(): Promise<void> {
  const before = await readKept();
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
  if (response?.status === 403 && before) return void (await writeKept({ ...before, rows: [] }));
  if (!response?.ok) return;
  const { settled, ...view }: KeptView & { settled: string[] } = await response.json();
  // The desk may have started a session of another person since the page was rendered.
  if (before && !isSamePerson(before.owner, view.owner)) return await switchOff();
  // Deleted meanwhile, as by signing out: the page may be gone before style sheets kept now are deleted again.
  if (!(await isKeeping())) return;
  const isStored = await writeKept({
    ...view,
    styles: await keepStyles(),
    rootClass: document.documentElement.className,
  });
  // Deleted meanwhile: the style sheets have to go, too.
  if (!isStored) return void (await caches.delete(SHELL_CACHE));
  for (const { id, draft } of returned)
    if (settled.includes(draft.hidden.submissionId ?? '')) await removeWaiting(id);
  announce();
}

/** Keeps the style sheets and the font of this page, and no others. Returns the addresses of the style sheets. */
async function keepStyles(): Promise<string[]> {
  const addressesOf = (selector: string) =>
    [...document.querySelectorAll<HTMLLinkElement>(selector)]
      .map(({ href }) => new URL(href))
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/_next/static/'))
      .map(({ pathname, search }) => pathname + search);
  const styles = addressesOf('link[rel=stylesheet]');
  const needed = [...styles, ...addressesOf('link[rel=preload][as=font]')];
  const cache = await caches.open(SHELL_CACHE);
  for (const { url } of await cache.keys()) {
    const { pathname, search } = new URL(url);
    if (!needed.includes(pathname + search)) await cache.delete(url);
  }
  for (const address of needed)
    if (!(await cache.match(address))) await cache.add(address).catch(() => undefined);
  return styles;
}

/** Keeps a form that could not be sent, and shows that it waits. */
export async function keepForm({ data, model, endDraft }: Unsent): Promise<boolean> {
  const { values } = readInputValues(model, data);
  const item = toWaiting({ data, model, values, now: new Date() });
  if (!item) return false;
  const earlier = findEarlier(await listWaiting(), item);
  const id = earlier && 'same' in earlier ? earlier.same.id : await addWaiting(item);
  if (id === undefined) return false;
  endDraft();
  await registerSync();
  location.assign(`/settings/device?kept=${encodeURIComponent(id)}`);
  return true;
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
    const kept = await readKept();
    const question = kept && pluralText(kept.lang, kept.texts.signOutSure, left);
    if (left > 0 && !window.confirm(question)) return false;
  }
  await switchOff();
  return true;
}
