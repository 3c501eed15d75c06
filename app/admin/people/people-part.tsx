import { getTranslations } from 'next-intl/server';
import { PeoplePager } from '@/components/admin/people/people-pager';
import { PeopleTable } from '@/components/admin/people/people-table';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { listPeople, PEOPLE_FILTERS } from '@/lib/people/list-people';
import { type PartProps, toPager } from './part';
import { type PeoplePageQuery, peopleHref } from './query';
import { toPersonViews } from './views';

/** Everybody, to be searched. */
export async function PeopleListPart({ query }: PartProps) {
  const t = await getTranslations('People.list');
  const { q, filter, page } = query;
  const adminEmails = env().ADMIN_EMAILS;
  const people = await listPeople(await getDb(), { q, filter, page, adminEmails });
  const views = await toPersonViews(people.rows, { adminEmails, now: new Date() });
  return (
    <>
      <Search query={query} />
      {views.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneDetail')}</EmptyState>
      ) : (
        <>
          <p className="pb-2 text-sm text-muted">{t('total', { count: people.total })}</p>
          <PeopleTable people={views} />
        </>
      )}
      <PeoplePager
        pager={toPager(people, (other) => peopleHref({ view: 'people', q, filter, page: other }))}
      />
    </>
  );
}

async function Search({ query: { q, filter } }: { query: PeoplePageQuery }) {
  const t = await getTranslations('People.list');
  return (
    <search>
      <form method="get" className="flex flex-wrap items-end gap-2 pb-4">
        <input type="hidden" name="view" value="people" />
        <Labelled id="q" label={t('find')} className="min-w-0 basis-80">
          <TextInput id="q" name="q" type="search" defaultValue={q} maxLength={200} autoComplete="off" />
        </Labelled>
        <Labelled id="filter" label={t('filter')}>
          <Select id="filter" name="filter" defaultValue={filter}>
            {PEOPLE_FILTERS.map((one) => (
              <option key={one} value={one}>
                {t(`filters.${one}`)}
              </option>
            ))}
          </Select>
        </Labelled>
        <Button type="submit">{t('apply')}</Button>
      </form>
    </search>
  );
}
