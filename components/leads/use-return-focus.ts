import { type RefObject, useEffect } from 'react';

type Opened = { opened?: { key: string; scrollY: number } };

/**
 * Stores the opened row in the current history entry: going back restores scroll and focus. Next's own data
 * in that entry is kept.
 */
export function rememberOpened(key: string): void {
  const state: Opened = { ...history.state, opened: { key, scrollY: window.scrollY } };
  history.replaceState(state, '');
}

/** Back from a lead: restores scroll and focus. */
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
