import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CheckNow } from '@/components/admin/overview/check-now';
import { OverviewTable } from '@/components/admin/overview/overview-table';
import { PageHeading } from '@/components/shell/page-heading';
import { getOverview } from '@/lib/admin/overview/overview';
import { requireAdmin } from '@/lib/auth/viewer';
import { getServiceClient } from '@/lib/connection/client';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { checkNowAction } from './actions';
import { toOverviewRows } from './rows';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('title') };
}

export default async function AdminPage() {
  await requireAdmin('/admin');
  const now = new Date();
  const t = await getTranslations('Admin');
  const overview = await getOverview(await getDb(), { now, adminEmails: env().ADMIN_EMAILS });
  const seen = (await getServiceClient()).observations();
  return (
    <>
      <PageHeading title={t('title')}>
        <CheckNow action={checkNowAction} text={t('checkNow')} failed={t('checkNotSent')} />
      </PageHeading>
      <OverviewTable caption={t('caption')} rows={await toOverviewRows({ overview, seen, now })} />
    </>
  );
}
