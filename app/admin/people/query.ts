import 'server-only';
import { z } from 'zod';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { isStorable } from '@/lib/core/text';
import { PEOPLE_FILTERS } from '@/lib/people/list-people';

/** The parts of the people page. */
const PEOPLE_VIEWS = ['waiting', 'people', 'agents', 'rules', 'files'] as const;

export type PeopleView = (typeof PEOPLE_VIEWS)[number];

/** The last page that can be requested. */
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

/** The query in a URL: invalid values fall back, and of a repeated parameter the first counts. */
export function parsePeopleQuery(params: SearchParams): PeoplePageQuery {
  return querySchema.parse(firstOf(params));
}
