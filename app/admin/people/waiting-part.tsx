import { getTranslations } from 'next-intl/server';
import { PeoplePager } from '@/components/admin/people/people-pager';
import { PeopleWaiting } from '@/components/admin/people/people-waiting';
import { EmptyState } from '@/components/ui/empty-state';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { listPeople } from '@/lib/people/list-people';
import { suggestFor } from '@/lib/people/suggestions';
import { type PartProps, toPager } from './part';
import { peopleHref } from './query';
import { toWaitingViews } from './views';

/** Everybody who can sign in and acts for nobody, longest waiting first. */
export async function WaitingPart({ query }: PartProps) {
  const t = await getTranslations('People.waiting');
  const db = await getDb();
  const { page } = query;
  const adminEmails = env().ADMIN_EMAILS;
  const people = await listPeople(db, { filter: 'waiting', q: '', page, adminEmails });
  if (people.rows.length === 0) return <EmptyState title={t('none')}>{t('noneDetail')}</EmptyState>;
  const suggestions = await suggestFor(db, people.rows);
  return (
    <>
      <p className="max-w-prose pb-4 text-sm text-muted">{t('intro')}</p>
      <PeopleWaiting people={await toWaitingViews(people.rows, { suggestions, now: new Date() })} />
      <PeoplePager pager={toPager(people, (other) => peopleHref({ view: 'waiting', page: other }))} />
    </>
  );
}
