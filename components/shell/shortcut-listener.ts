import { findShortcut, moveTo, SHORTCUTS } from './shortcuts';

const ROWS = '[data-opens]';

/** Makes the keys work until the signal. */
export function listenToShortcuts(signal: AbortSignal): void {
  document.addEventListener('keydown', onKeyDown, { signal });
}

function onKeyDown(event: KeyboardEvent): void {
  const shortcut = findShortcut(event);
  if (!shortcut || document.querySelector('[popover]:popover-open, dialog[open]')) return;
  const isDone = shortcut === 'next' || shortcut === 'previous' ? moveFocus(shortcut) : RUN[shortcut]();
  if (isDone) event.preventDefault();
}

const RUN = {
  search: () => {
    const field = document.querySelector<HTMLInputElement>('main input[type=search]');
    field?.focus();
    field?.select();
    return field;
  },
  newLead: () => {
    // Not away from a form that is being filled in.
    if (document.getElementById('lead-form')) return undefined;
    const link = document.querySelector<HTMLAnchorElement>('a[href="/leads/new"]');
    link?.click();
    return link;
  },
  help: () => {
    const help = document.getElementById(SHORTCUTS);
    help?.showPopover();
    help?.focus();
    return help;
  },
};

function moveFocus(direction: 'next' | 'previous'): HTMLElement | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const here = document.activeElement?.closest('tr')?.querySelector<HTMLElement>(ROWS);
  const row = moveTo(rows, { from: here ?? undefined, direction });
  row?.focus();
  return row;
}
