import 'server-only';
import type { LeadSchema } from '@/lib/forms/field';
import { isHidden, labelOfField, overridesFor, type StoredFieldOverrides } from '@/lib/forms/field-overrides';
import { type FieldRole, isExclusive, rolesOf } from '@/lib/forms/field-roles';

/** What another version of the form would do to the admins' own settings. Fields by their label. */
export type BrokenSettings = {
  /** Fields with settings that the form would not have any more. */
  gone: string[];
  /** Hidden fields that would be shown, because they would be required. */
  shownAgain: string[];
  /** What would be used as something else than today: `is` is undefined if nothing would be. */
  roles: { role: FieldRole; was: string; is?: string }[];
};

type Input = { from: LeadSchema; to: LeadSchema; stored: StoredFieldOverrides; locale: string };

/** The settings without effect, and what would be used differently, if the form became the newer one. */
export function findBrokenSettings({ from, to, stored, locale }: Input): BrokenSettings {
  const overrides = overridesFor(stored, locale);
  const after = new Map(to.fields.map((field) => [field.id, field]));
  const labelOf = (field: LeadSchema['fields'][number]) => labelOfField(field, overrides);
  return {
    gone: from.fields.filter(({ id }) => stored.has(id) && !after.has(id)).map(labelOf),
    shownAgain: from.fields
      .filter((field) => isHidden(field, overrides))
      .flatMap(({ id }) => after.get(id) ?? [])
      .filter((field) => field.required)
      .map(labelOf),
    roles: rolesMoved({ from, to, stored, labelOf }),
  };
}

function rolesMoved({
  from,
  to,
  stored,
  labelOf,
}: Pick<Input, 'from' | 'to' | 'stored'> & {
  labelOf: (field: LeadSchema['fields'][number]) => string;
}): BrokenSettings['roles'] {
  const holders = ({ fields }: LeadSchema) => {
    const roles = rolesOf(fields, stored);
    return new Map(
      fields.flatMap((field) => {
        const role = roles.get(field.id) ?? 'none';
        return isExclusive(role) ? [[role, field] as const] : [];
      }),
    );
  };
  const later = holders(to);
  return [...holders(from)].flatMap(([role, field]) => {
    const next = later.get(role);
    if (next?.id === field.id) return [];
    return [{ role, was: labelOf(field), ...(next && { is: labelOf(next) }) }];
  });
}
