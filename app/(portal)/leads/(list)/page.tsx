import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { markAllReadAction } from '@/app/(portal)/notifications/actions';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { chooseListDisplay } from '@/app/actions';
import { getTimeZone } from '@/lib/auth/time-zone';
import { requireReader } from '@/lib/auth/viewer';
import type { SearchParams } from '@/lib/core/address';
import { getDb } from '@/lib/db/handle';
import { parseLeadsQuery } from '@/lib/leads/parse-query';
import { getStreamPosition } from '@/lib/live/position';
import { Dashboard } from './_parts/dashboard';
import { getLeadsPage } from './query';

type Props = { searchParams: Promise<SearchParams> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('leads') };
}

export default async function LeadsPage({ searchParams }: Props) {
  const viewer = await requireReader('/leads');
  const position = getStreamPosition();
  const page = await getLeadsPage(await getDb(), viewer, {
    query: parseLeadsQuery(await searchParams),
    timeZone: await getTimeZone(),
    now: new Date(),
    locale: await getLocale(),
  });
  return (
    <>
      <PortalHeader viewer={viewer} />
      <Dashboard
        page={page}
        position={position}
        chooseDisplay={chooseListDisplay}
        markAllRead={markAllReadAction}
      />
    </>
  );
}
