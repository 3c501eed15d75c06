import type { FormModel } from './form-model';
import type { FieldError } from './state';

/** A field's message for a place away from the field, whose label names it there: "Phone · Enter a number". */
export function namedMessage(
  { fields }: { fields: readonly Pick<FormModel['fields'][number], 'key' | 'label'>[] },
  { key, message }: FieldError,
): string {
  const label = fields.find((field) => field.key === key)?.label;
  return label ? `${label} · ${message}` : message;
}
