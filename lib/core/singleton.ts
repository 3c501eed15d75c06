/**
 * Returns the one value of this process kept under `name`, making it at first use.
 *
 * Next keeps several copies of a module in one process (instrumentation, pages, route handlers), so a
 * module variable is not single. What must be (database handle, token cache, live hub, limiter) hangs here.
 */
export function singleton<T>(name: string, make: () => T): T {
  const key = Symbol.for(`partner-desk.${name}`);
  const store = globalThis as typeof globalThis & Record<symbol, unknown>;
  if (!(key in store)) {
    const made = make();
    store[key] = made;
    // A database that was not there yet must not be gone for ever: the next caller tries again.
    if (made instanceof Promise) made.catch(() => delete store[key]);
  }
  return store[key] as T;
}
