import 'server-only';
import type { LeadSchema } from '@/lib/forms/field';

/**
 * The schema without the field that carries a submission's id: people are neither asked for it nor shown it.
 * A different version from the portal's own, because a form drawn from it has other keys.
 */
export function hideMarker(schema: LeadSchema, marker: string | undefined): LeadSchema {
  if (!schema.fields.some(({ id }) => id === marker)) return schema;
  const fields = schema.fields.map((field) =>
    field.id === marker
      ? { ...field, required: false, creatable: false, updateable: false, hidden: true as const }
      : field,
  );
  return { ...schema, version: `${schema.version}~${marker}`, fields };
}
