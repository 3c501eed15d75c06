import type { Field } from './field';

/**
 * The minimum and maximum of a field: the portal's own bounds, else those of its kind. Money is not negative,
 * a percentage is between 0 and 100; a plain number is unbounded. The standard field `value` is the lead's
 * worth (interface 2.1), whatever type its schema gives it. A bound of ours is dropped if it contradicts one
 * of the portal's.
 */
export function boundsOf(field: Pick<Field, 'id' | 'kind' | 'placement' | 'min' | 'max'>): {
  min?: number;
  max?: number;
} {
  const { min, max } = usualBounds(field);
  const least = field.min ?? (field.max !== undefined && field.max < (min ?? -Infinity) ? undefined : min);
  const most = field.max ?? (field.min !== undefined && field.min > (max ?? Infinity) ? undefined : max);
  return { ...(least !== undefined && { min: least }), ...(most !== undefined && { max: most }) };
}

function usualBounds({ id, kind, placement }: Pick<Field, 'id' | 'kind' | 'placement'>): {
  min?: number;
  max?: number;
} {
  if (kind === 'percent') return { min: 0, max: 100 };
  const isWorth = placement === 'standard' && id === 'value' && (kind === 'number' || kind === 'integer');
  return kind === 'currency' || isWorth ? { min: 0 } : {};
}
