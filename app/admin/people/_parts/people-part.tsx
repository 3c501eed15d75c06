import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PartTabs } from '@/components/admin/part-tabs';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Labelled, TextInput } from '@/components/ui/field';
import { Pagination } from '@/components/ui/pagination';
import type { Page } from '@/lib/db/paging';
import type { PeopleView } from '../query';
import { PEOPLE_VIEWS, peopleAddress } from './people-view';

/** One part of a people page, under its heading. */
export function PeoplePart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="pt-6">
      <h2 id={id} className="pb-2 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The parts of the people page, with the number of waiting people. */
export async function PeopleTabs({ current, waiting }: { current: PeopleView; waiting: number }) {
  const t = await getTranslations('People');
  const common = await getTranslations('Common');
  const parts = PEOPLE_VIEWS.map((view) => ({
    href: peopleAddress(view),
    text: t(`tab.${view}`),
    isHere: view === current,
    mark: view === 'waiting' && waiting > 0 && <Badge tone="warn" label={String(waiting)} />,
  }));
  return <PartTabs label={common('tabs')} parts={parts} />;
}

/** Pagination of a list with more than one page. */
export async function PeoplePager({
  list: { page, pages },
  hrefOf,
}: {
  list: Page<unknown>;
  hrefOf: (page: number) => string;
}) {
  const t = await getTranslations('People.list');
  const common = await getTranslations('Common');
  if (pages <= 1) return null;
  return (
    <div className="pt-4">
      <Pagination
        label={common('pages')}
        current={t('page', { page, pages })}
        previous={{
          text: common('previous'),
          href: page > 1 ? hrefOf(Math.min(page - 1, pages)) : undefined,
        }}
        next={{ text: common('next'), href: page < pages ? hrefOf(page + 1) : undefined }}
      />
    </div>
  );
}

/** The search of one part: a plain GET form. */
export async function PeopleSearch({
  view,
  label,
  q,
  children,
}: {
  view: PeopleView;
  label: string;
  q: string;
  /** Further filters, after the words. */
  children?: ReactNode;
}) {
  const common = await getTranslations('Common');
  return (
    <search>
      <form method="get" className="flex flex-wrap items-end gap-2 pb-4">
        <input type="hidden" name="view" value={view} />
        <Labelled id="q" label={label} className="min-w-0 basis-80">
          <TextInput id="q" name="q" type="search" defaultValue={q} maxLength={200} autoComplete="off" />
        </Labelled>
        {children}
        <Button type="submit">{common('search')}</Button>
      </form>
    </search>
  );
}
