'use client';

import { type RefObject, useEffect, useState } from 'react';

type ComboboxModule = typeof import('./combobox');

/**
 * The combobox once its chunk is here, undefined until then and for good if it cannot be fetched: the native
 * control below it works without. While the person is inside `holder` nothing is exchanged under their hands.
 */
export function useCombobox(holder: RefObject<HTMLElement | null>): ComboboxModule | undefined {
  const [combobox, setCombobox] = useState<ComboboxModule>();

  useEffect(() => {
    const gone = new AbortController();
    import('./combobox').then(
      (loaded) => whenLeft(holder.current, gone.signal, () => setCombobox(() => loaded)),
      // Offline or a new deployment: the native control stays.
      () => undefined,
    );
    return () => gone.abort();
  }, [holder]);

  return combobox;
}

function whenLeft(holder: HTMLElement | null, signal: AbortSignal, then: () => void): void {
  if (signal.aborted || !holder) return;
  if (!holder.contains(document.activeElement)) {
    then();
    return;
  }
  holder.addEventListener('focusout', () => setTimeout(() => whenLeft(holder, signal, then)), {
    once: true,
    signal,
  });
}
