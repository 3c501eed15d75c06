import 'server-only';
import { z } from 'zod';
import { isReacts } from '@/lib/core/posted-texts';
import { isStorable } from '@/lib/core/text';

/**
 * More than any form of ours has: the entries of one post (28 for each of up to 50 statuses; the columns of an imported file
 * are up to 500), and the UTF-16 units of all its texts together.
 */
const MAX_ENTRIES = 1_500;
const MAX_UNITS = 100_000;

/**
 * The invalid field and the reason, as its schema names it; without a field the post as a whole is refused.
 */
export type PostProblem = { field?: string; fault: string };

export type Post<Input> = { ok: true; input: Input } | { ok: false; problem: PostProblem };

/**
 * Reads a posted form. Posts are untrusted: before the schema reads it, each field is single, every text is
 * storable, and the total length is within the limit.
 *
 * @param maxUnits for a form whose schema limits a longer text itself
 */
export function readPost<Input>(data: unknown, schema: z.ZodType<Input>, maxUnits = MAX_UNITS): Post<Input> {
  if (!(data instanceof FormData)) return refuse({ fault: 'unreadable' });
  const fields = [...data].filter(([name]) => !isReacts(name));
  if (fields.length > MAX_ENTRIES || unitsOf(fields) > maxUnits) return refuse({ fault: 'too-long' });
  const names = fields.map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return refuse({ field: repeated, fault: 'repeated' });
  const broken = fields.find(([, value]) => typeof value === 'string' && !isStorable(value));
  if (broken) return refuse({ field: broken[0], fault: 'unkeepable' });
  const parsed = schema.safeParse(Object.fromEntries(fields));
  if (parsed.success) return { ok: true, input: parsed.data };
  const [issue] = parsed.error.issues;
  const at = issue?.path[0];
  return refuse({ field: at === undefined ? undefined : String(at), fault: issue?.message ?? 'unreadable' });
}

const refuse = (problem: PostProblem) => ({ ok: false, problem }) as const;

function unitsOf(fields: readonly [string, FormDataEntryValue][]): number {
  return fields.reduce((sum, [name, value]) => sum + name.length + lengthOf(value), 0);
}

/** Files are limited where they are read. */
const lengthOf = (value: FormDataEntryValue) => (typeof value === 'string' ? value.length : 0);

/** A text from the page itself, of at most `max` UTF-16 units. */
export const postedText = (max: number) => z.string().max(max).refine(isStorable);

/** An id in any format. */
export const postedId = postedText(100).min(1);

/** A count within PostgreSQL's integer range. */
export const postedCount = z.coerce.number().int().min(0).max(2_147_483_647);

/** The number of a row. */
export const postedRow = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
