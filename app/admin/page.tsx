import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { PageHeading } from '@/components/shell/page-heading';
import { Banner } from '@/components/ui/banner';
import { requireAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { OverviewTable } from './_parts/overview-table';
import { toOverviewRows } from './_parts/rows';
import { summarize } from './_parts/summary';
import { checkNowAction } from './actions';
import { getOverviewPage } from './query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Admin'))('title') };
}

export default async function AdminPage() {
  await requireAdmin('/admin');
  const t = await getTranslations('Admin');
  const page = await getOverviewPage(await getDb(), new Date());
  const rows = await toOverviewRows(page);
  const summary = await summarize(rows);
  return (
    <ActionArea action={checkNowAction}>
      <PageHeading title={t('title')}>
        <ActionForm command="check">
          <SubmitButton>{t('checkNow')}</SubmitButton>
        </ActionForm>
      </PageHeading>
      <div className="space-y-4">
        <Banner tone={summary.tone} title={summary.text} />
        <OverviewTable caption={t('caption')} rows={rows} />
      </div>
    </ActionArea>
  );
}
