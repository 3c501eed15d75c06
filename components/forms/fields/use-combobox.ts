'use client';

import { type RefObject, useEffect, useState } from 'react';

type Comboboxes = Pick<typeof import('./combobox'), 'SingleCombobox' | 'MultiCombobox'>;

/**
 * The combobox once its chunk is here, undefined until then and for good if it cannot be fetched: the native
 * control below it works without. While the person is inside `holder` nothing is exchanged under their hands.
 */
export function useCombobox(holder: RefObject<HTMLElement | null>): Comboboxes | undefined {
  const [combobox, setCombobox] = useState<Comboboxes>();

  useEffect(() => {
    const gone = new AbortController();
    import('./combobox').then(
      ({ SingleCombobox, MultiCombobox }) =>
        whenLeft(holder.current, gone.signal, () => setCombobox({ SingleCombobox, MultiCombobox })),
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
