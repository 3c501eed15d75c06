/**
 * The page that the browser is on its way to without a full load. Such a page replaces the one on screen only
 * once it is complete, so something else must say that it is coming.
 */

const pending = new Set<{ path: string }>();
const subscribers = new Set<() => void>();

/** Announces the page of a path; returns the function that ends it. */
export function startPage(path: string): () => void {
  const page = { path };
  pending.add(page);
  publish();
  return () => {
    pending.delete(page);
    publish();
  };
}

/** The path of the page on its way; undefined if there is none. */
export function getPendingPath(): string | undefined {
  return [...pending].at(-1)?.path;
}

/** Calls `changed` whenever `getPendingPath` may have changed; returns the function that ends it. */
export function subscribeToPendingPage(changed: () => void): () => void {
  subscribers.add(changed);
  return () => subscribers.delete(changed);
}

function publish(): void {
  for (const changed of subscribers) changed();
}
