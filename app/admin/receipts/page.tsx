import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageSection } from '@/components/admin/page-section';
import { ActionArea } from '@/components/shell/action-area';
import { PageHeading } from '@/components/shell/page-heading';
import { EmptyState } from '@/components/ui/empty-state';
import { requireAdmin } from '@/lib/auth/viewer';
import { getDb } from '@/lib/db/handle';
import { listKeys } from '@/lib/receipts/keys';
import { KeyTable, ReplaceKey } from './_parts/receipt-keys';
import { receiptsAction } from './actions';

const LINK = 'inline-flex min-h-8 items-center text-accent underline';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('AdminNav'))('receipts') };
}

export default async function ReceiptsPage() {
  await requireAdmin('/admin/receipts');
  const t = await getTranslations('Receipts');
  const nav = await getTranslations('AdminNav');
  const keys = await listKeys(await getDb());
  const current = keys.find(({ retiredAt }) => retiredAt === null);
  return (
    <ActionArea action={receiptsAction}>
      <PageHeading title={nav('receipts')} intro={t('intro')}>
        {current && <ReplaceKey kid={current.kid} />}
      </PageHeading>
      <ul className="flex flex-wrap gap-x-6 pb-5">
        <li>
          <a href="/verify" className={LINK}>
            {(await getTranslations('Verify'))('title')}
          </a>
        </li>
        <li>
          <a href="/.well-known/jwks.json" className={LINK}>
            {t('published')}
          </a>
        </li>
      </ul>
      <PageSection id="keys" title={t('keys')} intro={t('keysIntro')}>
        {keys.length > 0 ? (
          <KeyTable keys={keys} />
        ) : (
          <EmptyState title={t('noKey')}>{t('noKeyDetail')}</EmptyState>
        )}
      </PageSection>
    </ActionArea>
  );
}
