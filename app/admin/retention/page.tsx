import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { requireAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { readRetention } from '@/lib/retention/retention';
import { RetentionForm } from './_parts/retention-form';
import { retentionAction } from './actions';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Retention'))('title') };
}

/** How long the desk keeps what it no longer needs. */
export default async function RetentionPage() {
  await requireAdmin('/admin/retention');
  const t = await getTranslations('Retention');
  return (
    <ActionArea action={retentionAction}>
      <PageHeading title={t('title')} intro={t('intro')} />
      <RetentionForm retention={await readRetention(await getDb())} />
    </ActionArea>
  );
}
