import type { StatusOverride } from '@/lib/core/status-words';
import type { FieldOverride } from './field-overrides';

/**
 * A version of what a page showed of a field or a status, for its form to send back: if it differs when the
 * form is posted, another admin has changed it. Compared, never stored.
 */
export function shownVersion({
  label,
  ...rest
}: Partial<Omit<FieldOverride, 'position'>> & StatusOverride): string {
  const { help, group, hidden, tone, role } = rest;
  return JSON.stringify([label, help, group, hidden ?? false, tone, role].map((part) => part ?? null));
}
