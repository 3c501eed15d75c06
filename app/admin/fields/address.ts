import 'server-only';
import { z } from 'zod';

export const FIELDS_PATH = '/admin/fields';
export const PARTS = ['fields', 'history', 'statuses'] as const;
type Part = (typeof PARTS)[number];

/** What the address of the page says: which part, which page of the history, which open field. */
export type FieldsQuery = { part: Part; page: number; field?: string };

const querySchema = z.object({
  part: z.enum(PARTS).catch('fields'),
  page: z.coerce.number().int().min(1).max(1_000).catch(1),
  field: z.string().max(2_000).optional().catch(undefined),
});

/** Reads the address; bad values fall back silently. */
export function parseFieldsQuery(raw: Record<string, string | string[] | undefined>): FieldsQuery {
  return querySchema.parse(raw);
}

/** The address of one part of the page. */
export function partHref(part: Part, page = 1): string {
  if (part === 'fields') return FIELDS_PATH;
  return page === 1 ? `${FIELDS_PATH}?part=${part}` : `${FIELDS_PATH}?part=${part}&page=${page}`;
}
