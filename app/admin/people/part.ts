import 'server-only';
import type { PagerView } from '@/components/admin/people/people-view';
import type { Page } from '@/lib/core/paging';
import type { SignedIn } from '@/lib/sessions/sessions';
import type { PeoplePageQuery } from './query';

/** What each part of the page about people gets. */
export type PartProps = { query: PeoplePageQuery; admin: SignedIn };

/** Where the pages beside this one are. */
export function toPager({ page, pages }: Page<unknown>, hrefOf: (page: number) => string): PagerView {
  return {
    page,
    pages,
    previous: page > 1 ? hrefOf(Math.min(page - 1, pages)) : undefined,
    next: page < pages ? hrefOf(page + 1) : undefined,
  };
}
