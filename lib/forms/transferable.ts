import { isDraftable } from './draft-fields';
import type { FormField, FormModel } from './form-model';

/** Who a lead is. */
const OF_PERSON: readonly FormField['role'][] = ['first-name', 'last-name', 'full-name', 'email', 'phone'];

/** True for an answer that one lead may take over from another: never its person, a consent or a sensitive one. */
export function isTransferable(field: Pick<FormField, 'role' | 'kind' | 'consent' | 'sensitive'>): boolean {
  // Only one field has the role: another number or address is a person's too.
  const isContact = field.kind === 'email' || field.kind === 'phone';
  return isDraftable(field) && !isContact && !OF_PERSON.includes(field.role);
}

/** The fields that may be pinned: a lead shares everything with the next but its person and consents. */
export function pinnableFields({ fields }: FormModel): FormField[] {
  return fields.filter(isTransferable);
}
