import 'server-only';
import { z } from 'zod';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { isId } from '@/lib/core/ids';
import {
  DAY_ZONES,
  DEFAULT_LEADS_QUERY,
  dayZoneOf,
  LEAD_SORTS,
  type LeadsQuery,
  MAX_STATUS_LENGTH,
  PAGE_SIZES,
  type PageSize,
} from '@/lib/core/leads-query';
import { isStorable } from '@/lib/core/text';
import { isRealDate } from '@/lib/forms/dates';

const MAX_PAGE = 100_000;
/** In characters; more than the longest name and company that anyone searches for. */
const MAX_SEARCH_LENGTH = 200;
const text = (longest: number) => z.string().trim().max(longest).refine(isStorable).catch('');
/** Cut rather than ignored: without the text, everything would be found. */
const search = z
  .string()
  .transform((value) =>
    Array.from(value.slice(0, 2 * MAX_SEARCH_LENGTH))
      .slice(0, MAX_SEARCH_LENGTH)
      .join(''),
  )
  .pipe(text(2 * MAX_SEARCH_LENGTH))
  .catch('');
/** Of a filter by how long leads have been waiting: '' is none. */
export const waitingSchema = z
  .string()
  .regex(/^(0|[1-9]\d{0,2})?$/)
  .catch('');
const day = z.string().refine(isRealDate).catch('');
/** A company and a name at their longest, in letters of four bytes each, and in base64. */
const MAX_CURSOR_LENGTH = 4_000;
const cursor = z
  .string()
  .max(MAX_CURSOR_LENGTH)
  .regex(/^[\w-]+$/)
  .optional()
  .catch(undefined);

const querySchema = z.object({
  q: search,
  show: z.enum(['', 'needs-correction', 'unread']).catch(DEFAULT_LEADS_QUERY.show),
  status: text(MAX_STATUS_LENGTH),
  agent: text(200),
  waiting: waitingSchema,
  import: z
    .string()
    .refine((id) => isId('import', id))
    .catch(''),
  from: day,
  to: day,
  days: z.enum(DAY_ZONES).catch(DEFAULT_LEADS_QUERY.days),
  sort: z.enum(LEAD_SORTS).catch(DEFAULT_LEADS_QUERY.sort),
  dir: z.enum(['asc', 'desc']).catch(DEFAULT_LEADS_QUERY.dir),
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
  size: z.coerce.number().refine(isPageSize).catch(DEFAULT_LEADS_QUERY.size),
  after: cursor,
  before: cursor,
});

function isPageSize(size: number): size is PageSize {
  return PAGE_SIZES.some((allowed) => allowed === size);
}

/**
 * Parses the dashboard's URL. URLs are typed, shared and cut off: an invalid value falls back to its default
 * silently. Of a repeated parameter the first counts.
 */
export function parseLeadsQuery(params: SearchParams): LeadsQuery {
  const parsed = querySchema.parse(firstOf(params));
  const query = { ...parsed, days: dayZoneOf(parsed) };
  // A status and waiting apply only to leads: choosing one excludes submissions. The filter form sends both without
  // scripts.
  const isOfLeads = query.status !== '' || query.waiting !== '';
  const show = isOfLeads && query.show === 'needs-correction' ? '' : query.show;
  // There are few of these, and their pages are counted.
  if (show === 'needs-correction') return { ...query, show, after: undefined, before: undefined };
  const positioned = query.after !== undefined || query.before !== undefined;
  return positioned
    ? { ...query, show, before: query.after === undefined ? query.before : undefined }
    : { ...query, show, page: 1 };
}
