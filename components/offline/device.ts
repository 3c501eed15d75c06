import { mintId } from '@/lib/core/mint-id';
import type { Cached } from './cached-view';
import { deleteDatabase, transact } from './database';
import { renamed, type Waiting } from './outbox';
import { newSealKey, type Sealed, type SealKey, seal, unseal } from './seal';

/** What this device keeps, if its person allowed it. Shared by all pages of the desk and the worker. */

const KEY = 'seal';
const VIEW = 'view';
const WAITING = 'waiting:';

/** The page that draws without a network what is cached here. */
export const OFFLINE_PAGE = '/offline';

/** Where that page and its files are. Nothing else is in Cache Storage. */
export const SHELL_CACHE = 'partner-desk-shell';

/** Says to the other pages and the worker that what is cached has changed. */
const CHANNEL = 'partner-desk-cached';

/** Allows it on this device: creates the key. What an earlier key sealed cannot be read any more. */
export async function allowCaching(): Promise<void> {
  const key = await newSealKey();
  const replace = ({ keys, sealed }: { keys: IDBObjectStore; sealed: IDBObjectStore }) => {
    sealed.clear();
    return keys.put(key, KEY);
  };
  await transact('readwrite', replace, { creates: true });
}

/** Undefined if nothing is cached on this device. */
async function readKey(): Promise<SealKey | undefined> {
  return await transact<SealKey | undefined>('readonly', ({ keys }) => keys.get(KEY));
}

/** Whether this device keeps anything. */
export async function isCaching(): Promise<boolean> {
  return (await readKey()) !== undefined;
}

/**
 * Stores a record, unless the key is another one by now: what was begun before everything was deleted does not come
 * back. Returns whether it is stored.
 *
 * @param only `new`: over no other record; `over`: only in place of a record that is still there
 */
async function put(name: string, value: unknown, only?: 'new' | 'over'): Promise<boolean> {
  const key = await readKey();
  if (!key) return false;
  const record = await seal(value, name, key);
  const isStored = await transact('readwrite', ({ keys, sealed }) => {
    const outcome = { result: false };
    const current: IDBRequest<SealKey | undefined> = keys.get(KEY);
    current.onsuccess = () => {
      if (current.result?.id !== key.id) return;
      const before = sealed.count(name);
      before.onsuccess = () => {
        if (only && (only === 'over') !== before.result > 0) return;
        sealed.put(record, name);
        outcome.result = true;
      };
    };
    return outcome;
  });
  return isStored === true;
}

async function get<Value>(name: string): Promise<Value | undefined> {
  const key = await readKey();
  const record = await transact<Sealed | undefined>('readonly', ({ sealed }) => sealed.get(name));
  return record && key ? await open<Value>(record, name, key) : undefined;
}

/** Undefined for what this key did not seal. */
async function open<Value>(record: Sealed, name: string, key: SealKey): Promise<Value | undefined> {
  try {
    // Only this file seals, so what opens is what was put there.
    return (await unseal(record, name, key)) as Value;
  } catch {
    return undefined;
  }
}

/** The last list and form. */
export const readCached = () => get<Cached>(VIEW);

export async function writeCached(cached: Cached): Promise<boolean> {
  return await put(VIEW, cached);
}

/** What the desk has not got yet, oldest first. */
export async function listWaiting(): Promise<Waiting[]> {
  const names = await transact<IDBValidKey[]>('readonly', ({ sealed }) => sealed.getAllKeys());
  const waiting = (names ?? []).map(String).filter((name) => name.startsWith(WAITING));
  const items = await Promise.all(waiting.map((name) => get<Waiting>(name)));
  return items.filter((item) => item !== undefined).sort((one, other) => (one.at < other.at ? -1 : 1));
}

/**
 * Keeps a submit, in place of no other: if its id is taken, as a lead of its own. Returns the id under which it is safely
 * stored; undefined if it isn't.
 */
export async function addWaiting(item: Waiting): Promise<string | undefined> {
  const isTaken = (await listWaiting()).some(({ id }) => id === item.id);
  const own = isTaken ? renamed(item, mintId('sub')) : item;
  if (!(await put(WAITING + own.id, own, 'new'))) return undefined;
  announce();
  return own.id;
}

/** Stores what a response changed, unless it was removed meanwhile. */
export async function replaceWaiting(item: Waiting): Promise<void> {
  await put(WAITING + item.id, item, 'over');
}

export async function removeWaiting(id: string): Promise<void> {
  await transact<undefined>('readwrite', ({ sealed }) => sealed.delete(WAITING + id));
}

/** Deletes everything: first the key, so that the rest is unreadable whatever happens next. */
export async function wipeDevice(): Promise<void> {
  await transact('readwrite', ({ keys, sealed }) => {
    sealed.clear();
    return keys.clear();
  });
  await deleteDatabase();
  await caches.delete(SHELL_CACHE);
  announce();
}

/** Tells the other pages and the worker that what is cached has changed. */
export function announce(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Calls whenever what is cached has changed elsewhere. Returns the function that ends it. */
export function onAnnounced(call: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = call;
  return () => channel.close();
}
