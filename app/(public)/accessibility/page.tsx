import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
import { getBrand } from '@/lib/brand/current';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Shell'))('accessibility') };
}

export default async function AccessibilityPage() {
  const t = await getTranslations('Shell');
  return (
    <div className="max-w-prose space-y-4">
      <PageHeading title={t('accessibility')} />
      <p>{t('accessibilityIntro', { brand: (await getBrand()).name })}</p>
      <p>{t('accessibilityHow')}</p>
      <p>{t('accessibilityContact')}</p>
    </div>
  );
}
