import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';
import { requireAdmin } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { countWaiting } from '@/lib/people/list-people';
import { PeopleBody } from './_parts/people-body';
import { PeopleTabs } from './_parts/people-part';
import { peopleAction } from './actions';
import { getPeoplePart } from './parts';
import { parsePeopleQuery } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('People'))('tab.people') };
}

export default async function PeoplePage({ searchParams }: Props) {
  const admin = await requireAdmin('/admin/people');
  const t = await getTranslations('People');
  const query = parsePeopleQuery(await searchParams);
  const db = await getDb();
  const waiting = await countWaiting(db, env().ADMIN_EMAILS);
  const view = query.view ?? (waiting > 0 ? 'waiting' : 'people');
  return (
    <>
      <PageHeading title={t('tab.people')}>
        <LinkButton href="/admin/people/invite">{t('invite.title')}</LinkButton>
      </PageHeading>
      <PeopleTabs current={view} waiting={waiting} />
      <ActionArea action={peopleAction}>
        <PeopleBody part={await getPeoplePart(db, { view, query, admin, now: new Date() })} />
      </ActionArea>
    </>
  );
}
