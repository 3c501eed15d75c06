import { type RefObject, useEffect } from 'react';

type Opened = { opened?: { key: string; scrollY: number } };

/**
 * Remembers, in the present entry of the history, which row the person opens: going back finds scroll and
 * focus where they were. Anything Next keeps in that entry stays.
 */
export function rememberOpened(key: string): void {
  const state: Opened = { ...history.state, opened: { key, scrollY: window.scrollY } };
  history.replaceState(state, '');
}

/** Back from a lead: puts scroll and focus where they were when it was opened. */
export function useReturnFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { opened, ...rest }: Opened = history.state ?? {};
    if (!opened) return;
    history.replaceState(rest, '');
    window.scrollTo({ top: opened.scrollY, behavior: 'instant' });
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])].find(
      (link) => link.dataset.opens === opened.key,
    );
    row?.focus({ preventScroll: true });
  }, [list]);
}
