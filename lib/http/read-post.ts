import 'server-only';
import { z } from 'zod';
import { isStorable } from '@/lib/core/text';

/**
 * What a form posts besides what somebody typed, or what an address names: whoever posts by hand puts anything there, and
 * whatever PostgreSQL refuses must not reach a query.
 */

/** A text that the page put there, of at most so many UTF-16 units. */
export const postedText = (max: number) => z.string().max(max).refine(isStorable);

/** An id, of whatever form. */
export const postedId = postedText(100).min(1);

/** How often or how many, as PostgreSQL's integer can be. */
export const postedCount = z.coerce.number().int().min(0).max(2_147_483_647);

/** The number of a row. */
export const postedRow = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
