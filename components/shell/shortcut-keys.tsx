'use client';

import { useEffect } from 'react';
import { inOwnTask } from './in-own-task';

/** Makes the keys work, as soon as their code has loaded; shows nothing. */
export function ShortcutKeys() {
  useEffect(() => {
    const gone = new AbortController();
    const load = () =>
      import('./shortcut-listener').then(
        // Offline, or a new deployment has removed the file: without shortcuts until the next page.
        ({ listenToShortcuts }) => listenToShortcuts(gone.signal),
        () => undefined,
      );
    inOwnTask(load, gone.signal);
    return () => gone.abort();
  }, []);
  return null;
}
