/**
 * Whether the page that is shown keeps itself fresh, and the frame around it with it. The frame outlives its pages and
 * is drawn before them, so it asks and is told.
 */
function createLivePages() {
  let held = 0;
  const listeners = new Set<() => void>();
  const change = (step: 1 | -1) => {
    held += step;
    for (const listener of listeners) listener();
  };
  return {
    isHeld: (): boolean => held > 0,
    /** The page keeps itself fresh from now on. Returns the function that ends this. */
    hold(): () => void {
      change(1);
      return () => change(-1);
    },
    /** Calls `listener` at each change. Returns the function that ends this. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const livePages = createLivePages();
