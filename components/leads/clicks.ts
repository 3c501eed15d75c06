import type { MouseEvent } from 'react';

/** A new tab, a new window, a download: handled by the browser. */
export function isForTheBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
}
