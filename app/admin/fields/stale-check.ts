import 'server-only';
import type { OwnStatus } from '@/lib/core/status-words';
import type { FieldLook } from '@/lib/lead-schema/field-settings';

/**
 * What a page showed of a field or a status, for its form to bring back: if it was something else when the form
 * arrived, somebody changed it meanwhile. Compared, never stored.
 */
export function seenLook({ label, ...look }: Partial<FieldLook> & OwnStatus): string {
  const { help, group, hidden, tone } = look;
  return JSON.stringify([label, help, group, hidden ?? false, tone].map((part) => part ?? null));
}
