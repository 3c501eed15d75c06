import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OverviewTable } from '@/components/admin/overview/overview-table';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
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
    <ActionArea action={checkNowAction}>
      <PageHeading title={t('title')}>
        <ActionForm command="check">
          <SubmitButton>{t('checkNow')}</SubmitButton>
        </ActionForm>
      </PageHeading>
      <OverviewTable caption={t('caption')} rows={await toOverviewRows({ overview, seen, now })} />
    </ActionArea>
  );
}
