import type { FormField } from './form-model';

/** How a person corrects one cell of a table. Browser-safe. */

/** Longer texts are not corrected in a table: what is meant for many rows is stored with each of them. */
export const MAX_TYPED = 2_000;

/** Posted for a field with choices, to leave it empty: an empty text is a choice that was not made. */
export const LEAVE_EMPTY = '~leave-empty';

/** Whether a correction is chosen from a list, not written. */
export const hasChoices = ({ kind, options }: Pick<FormField, 'kind' | 'options'>): boolean =>
  kind === 'boolean' || (options !== undefined && kind !== 'multi-picklist');
