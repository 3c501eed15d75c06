import type { Field } from './field';
import type { FieldRole } from './field-roles';

type Bounds = { min?: number; max?: number };

type BoundsBasis = {
  /** What it is used as: the admin's choice, else the guess. */
  role: FieldRole;
  /** An admin chose the role. */
  isChosen: boolean;
};

/**
 * The minimum and maximum of a field. The portal's own bounds count first. Where it has none:
 *
 * | | minimum | maximum |
 * |---|---|---|
 * | money (kind `currency`) | 0 | |
 * | a number used as the lead's value, guessed or chosen | 0 | |
 * | kind `percent` | 0 | 100 |
 * | any other number | | |
 *
 * These are guesses from type and name, so an admin can correct them: once they choose what a field is used
 * as, only `value` has a bound. One of ours that contradicts the portal's is dropped.
 */
export function boundsOf(field: Pick<Field, 'kind' | 'min' | 'max'>, basis: BoundsBasis): Bounds {
  const { min, max } = usualBounds(field, basis);
  const least = field.min ?? (field.max !== undefined && field.max < (min ?? -Infinity) ? undefined : min);
  const most = field.max ?? (field.min !== undefined && field.min > (max ?? Infinity) ? undefined : max);
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) };
}

/** The bounds that this desk assumes, whatever the portal's are. */
function usualBounds({ kind }: Pick<Field, 'kind'>, { role, isChosen }: BoundsBasis): Bounds {
  const isAmount = kind === 'currency' || kind === 'number' || kind === 'integer';
  if (isAmount && role === 'value') return { min: 0 };
  if (isChosen) return {};
  if (kind === 'percent') return { min: 0, max: 100 };
  return kind === 'currency' ? { min: 0 } : {};
}
