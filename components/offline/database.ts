/** The device's database. Everything in `sealed` is sealed by the one key in `keys`. */
const NAME = 'partner-desk';
const KEYS = 'keys';
const SEALED = 'sealed';

let opened: Promise<IDBDatabase> | undefined;

/** There is no database: nothing is cached on this device. */
class NothingCached extends Error {}

function open(creates: boolean): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    let isMissing = false;
    request.onupgradeneeded = () => {
      isMissing = !creates;
      // Ended like this, it is not created: looking leaves nothing behind.
      if (isMissing) return request.transaction?.abort();
      request.result.createObjectStore(KEYS);
      request.result.createObjectStore(SEALED);
    };
    request.onerror = () => reject(isMissing ? new NothingCached() : request.error);
    request.onsuccess = () => {
      const database = request.result;
      // Another page deletes it, or the system closed it.
      database.onversionchange = forget;
      database.onclose = forget;
      resolve(database);
    };
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

function forget(): void {
  void opened?.then(
    (database) => database.close(),
    () => undefined,
  );
  opened = undefined;
}

type Stores = { keys: IDBObjectStore; sealed: IDBObjectStore };

/**
 * One transaction; undefined if nothing is cached on this device. iOS ends connections of pages in the background
 * without a word: a first failure is answered by another connection.
 */
export async function transact<Result>(
  mode: IDBTransactionMode,
  work: (stores: Stores) => { result: Result } | IDBRequest<Result>,
  { creates = false, isRepeat = false } = {},
): Promise<Result | undefined> {
  try {
    const database = await open(creates);
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction([KEYS, SEALED], mode);
      transaction.onabort = () => reject(transaction.error);
      transaction.onerror = () => reject(transaction.error);
      const outcome = work({ keys: transaction.objectStore(KEYS), sealed: transaction.objectStore(SEALED) });
      transaction.oncomplete = () => resolve(outcome.result);
    });
  } catch (error) {
    if (error instanceof NothingCached) return undefined;
    forget();
    if (isRepeat) throw error;
    return await transact(mode, work, { creates, isRepeat: true });
  }
}

/** Deletes the database. Other pages that have it open close it. */
export async function deleteDatabase(): Promise<void> {
  forget();
  await new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(NAME);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
    // It goes once the last page closed it: nothing is in it any more.
    request.onblocked = () => resolve();
  });
}
