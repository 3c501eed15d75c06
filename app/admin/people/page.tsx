import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { DecisionDesk } from '@/components/admin/decision-desk';
import { PeopleTabs } from '@/components/admin/people/people-tabs';
import { PageHeading } from '@/components/shell/page-heading';
import { LinkButton } from '@/components/ui/link-button';
import { requireAdmin } from '@/lib/auth/viewer';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { countWaiting } from '@/lib/people/list-people';
import { peopleAction } from './actions';
import { AgentsPart } from './agents-part';
import { FilesPart } from './files-part';
import { PeopleListPart } from './people-part';
import { parsePeopleQuery, type SearchParams } from './query';
import { RulesPart } from './rules-part';
import { WaitingPart } from './waiting-part';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('People'))('title') };
}

const PARTS = {
  waiting: WaitingPart,
  people: PeopleListPart,
  agents: AgentsPart,
  rules: RulesPart,
  files: FilesPart,
} as const;

export default async function PeoplePage({ searchParams }: Props) {
  const admin = await requireAdmin('/admin/people');
  const t = await getTranslations('People');
  const query = parsePeopleQuery(await searchParams);
  const waiting = await countWaiting(await getDb(), env().ADMIN_EMAILS);
  const view = query.view ?? (waiting > 0 ? 'waiting' : 'people');
  const Part = PARTS[view];
  return (
    <>
      <PageHeading title={t('title')}>
        <LinkButton href="/admin/people/invite">{t('list.invite')}</LinkButton>
      </PageHeading>
      <PeopleTabs current={view} waiting={waiting} />
      <DecisionDesk action={peopleAction} failed={t('failed')}>
        <Part query={query} admin={admin} />
      </DecisionDesk>
    </>
  );
}
