import { type RefObject, useEffect } from 'react';

/** Where the reader was in the list when they opened a row. */
type Place = { key: string; scrollY: number };
type Opened = { opened?: Place };

/** The list that a row was opened from, for the link back to it from the page of the row. */
type Left = Place & {
  /** The list with its filters. */
  list: string;
  /** The page of the row; pages below it, such as its form, lead back as well. */
  page: string;
  isReturning?: true;
};

const LEFT = 'leads.left';

/**
 * Stores the opened row in the current history entry, where going back restores scroll and focus, and in this tab for
 * the link back. Next's own data in that entry is kept.
 */
export function rememberOpened({ key, page }: { key: string; page: string }): void {
  const place = { key, scrollY: window.scrollY };
  const state: Opened = { ...history.state, opened: place };
  history.replaceState(state, '');
  writeLeft({ ...place, list: hereIs(), page });
  watchReturn();
}

let watching: AbortController | undefined;

/** If the list is refreshed just now, Next writes the entry's state without ours: then this tab knows the place. */
function watchReturn(): void {
  watching?.abort();
  watching = new AbortController();
  const recordIfBack = () => {
    if (readLeft()?.list === hereIs()) recordReturn();
  };
  window.addEventListener('popstate', recordIfBack, { signal: watching.signal });
}

/** The list to which the link on this page leads back; undefined if this page was not opened from one. */
export function readListLeft(): string | undefined {
  const left = readLeft();
  const path = location.pathname;
  return left && (path === left.page || path.startsWith(`${left.page}/`)) ? left.list : undefined;
}

/** Called when the link back is followed: the list restores scroll and focus. */
export function recordReturn(): void {
  const left = readLeft();
  if (left) writeLeft({ ...left, isReturning: true });
}

/** Back from a lead, by the browser or by link: restores scroll and focus. */
export function useReturnFocus(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // Both are taken: neither may be left for a later visit.
    const [opened, returned] = [takeOpened(), takeReturn()];
    const place = opened ?? returned;
    if (!place) return;
    window.scrollTo({ top: place.scrollY, behavior: 'instant' });
    const row = [...(list.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])].find(
      (link) => link.dataset.opens === place.key,
    );
    row?.focus({ preventScroll: true });
  }, [list]);
}

function takeOpened(): Place | undefined {
  const { opened, ...rest }: Opened = history.state ?? {};
  if (opened) history.replaceState(rest, '');
  return opened;
}

function takeReturn(): Place | undefined {
  const left = readLeft();
  if (!left?.isReturning) return undefined;
  const { isReturning: _, ...rest } = left;
  writeLeft(rest);
  return left.list === hereIs() ? left : undefined;
}

const hereIs = () => location.pathname + location.search;

/** Browsers may refuse the storage: the link then leads to the whole list. */
function readLeft(): Left | undefined {
  try {
    const stored = sessionStorage.getItem(LEFT);
    return stored ? JSON.parse(stored) : undefined;
  } catch {
    return undefined;
  }
}

function writeLeft(left: Left): void {
  try {
    sessionStorage.setItem(LEFT, JSON.stringify(left));
  } catch {
    // See `readLeft`.
  }
}
