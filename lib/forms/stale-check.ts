import type { FieldOverride } from './field-overrides';

/**
 * A version of what a page showed of a field, for its form to send back: if it differs when the form is posted, another
 * admin has changed it. Compared, never stored.
 */
export function shownVersion({ label, ...rest }: Partial<Omit<FieldOverride, 'position'>>): string {
  const { help, group, hidden, role } = rest;
  return JSON.stringify([label, help, group, hidden ?? false, role].map((part) => part ?? null));
}
