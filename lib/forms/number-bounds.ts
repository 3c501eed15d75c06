import type { Field } from './field';

/**
 * The least and the most a field takes: the portal's own bounds, else what its kind says. Money is not negative, a
 * percentage lies between 0 and 100; a plain number may be anything. The standard field `value` is what a lead is
 * worth (interface 2.1), whatever type its schema gives it. A bound of ours gives way to one of the portal's that
 * contradicts it.
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
