/**
 * Returns the single value of this process under `name`, created at first use.
 *
 * Next keeps several copies of a module in one process (instrumentation, pages, route handlers), so a module
 * variable is not single. Values that must be (database handle, token cache, live hub, scheduler) are stored
 * here.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`partner-desk.${name}`);
  const store = globalThis as typeof globalThis & Record<symbol, unknown>;
  if (!(key in store)) {
    const made = make();
    store[key] = made;
    // A failed attempt, such as a database that is still down, must not be cached: the next caller retries.
    if (made instanceof Promise) made.catch(() => delete store[key]);
  }
  return store[key] as T;
}
