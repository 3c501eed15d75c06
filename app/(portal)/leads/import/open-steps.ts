import { isChangeable, type StoredImport } from '@/lib/imports/imports';
import type { ImportStep } from './_parts/import-steps';

/** The steps of an import that can be visited now. */
export function openSteps(stored: StoredImport): ImportStep[] {
  const isStarted = stored.startedAt !== null;
  if (!isChangeable(stored)) return ['send', 'result'];
  const isChecked = stored.columns !== null && stored.checkedBy !== null;
  return [
    'columns',
    ...(isChecked ? (['check', 'send'] as const) : []),
    ...(isStarted ? (['result'] as const) : []),
  ];
}
