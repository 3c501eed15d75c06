import 'server-only';
import { z } from 'zod';
import { PEOPLE_VIEWS, type PeopleView } from '@/components/admin/people/people-view';
import { isStorable } from '@/lib/core/text';
import { PEOPLE_FILTERS, type PeopleFilter } from '@/lib/people/list-people';

export type SearchParams = Record<string, string | string[] | undefined>;

/** Nobody reads further than this; a number without end is no page. */
const MAX_PAGE = 10_000;

const text = z.string().trim().max(200).refine(isStorable).catch('');

const querySchema = z.object({
  view: z.enum(PEOPLE_VIEWS).optional().catch(undefined),
  filter: z.enum(PEOPLE_FILTERS).catch('all'),
  q: text,
  find: text,
  organization: text,
  agent: text,
  corrected: text,
  page: z.coerce.number().int().min(1).max(MAX_PAGE).catch(1),
});

export type PeoplePageQuery = z.infer<typeof querySchema>;

/** What an address asks for: what cannot be read falls back, and of a repeated parameter the first counts. */
export function parsePeopleQuery(params: SearchParams): PeoplePageQuery {
  const first = Object.entries(params).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  return querySchema.parse(Object.fromEntries(first));
}

/** The address of a list, without what is as it is anyway. */
export function peopleHref({
  view,
  filter = 'all',
  q = '',
  page = 1,
}: {
  view: PeopleView;
  filter?: PeopleFilter;
  q?: string;
  page?: number;
}): string {
  const params = new URLSearchParams({ view });
  if (filter !== 'all') params.set('filter', filter);
  if (q !== '') params.set('q', q);
  if (page > 1) params.set('page', String(page));
  return `/admin/people?${params}`;
}
