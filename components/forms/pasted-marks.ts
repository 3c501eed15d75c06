'use client';

import { useSyncExternalStore } from 'react';
import { useLeadForm } from './form-context';

/** The fields that a paste filled in and nobody has changed since. Outside React: only they render. */
export type PastedMarks = {
  get: () => ReadonlySet<string>;
  set: (keys: ReadonlySet<string>) => void;
  subscribe: (listener: () => void) => () => void;
};

/** The marks of one open form. */
export function createMarks(): PastedMarks {
  const listeners = new Set<() => void>();
  let marked: ReadonlySet<string> = new Set();
  return {
    get: () => marked,
    set: (keys) => {
      marked = keys;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether a field holds what a paste filled in. */
export function useIsPasted(key: string): boolean {
  const { marks } = useLeadForm();
  return useSyncExternalStore(
    marks.subscribe,
    () => marks.get().has(key),
    () => false,
  );
}
