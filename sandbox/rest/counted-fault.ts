import type { Faults } from '../controls';

type Counted =
  | 'rejectCreates'
  | 'dropAfterStore'
  | 'dropBeforeStore'
  | 'truncateAfterStore'
  | 'hangAfterStore'
  | 'hangBeforeStore'
  | 'dropAfterSubscribe';

/** Uses up one of a fault set for the next calls; false if none is left. */
export function take(faults: Faults, name: Counted): boolean {
  if (faults[name] === 0) return false;
  faults[name] -= 1;
  return true;
}
