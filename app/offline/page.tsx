import { getTranslations } from 'next-intl/server';
import { getBrand } from '@/lib/brand/current';
import { OfflineDesk } from './_parts/offline-desk';

/**
 * What the worker answers with while there is no network: the same for everyone, as it is cached. What a person sees in
 * it, its script draws from what their device keeps. docs/decisions/0021-without-a-network.md
 */
export default async function OfflinePage() {
  const t = await getTranslations('Cached');
  const { name } = await getBrand();
  return (
    <>
      <noscript>
        <p className="p-4">{t('needsScripts')}</p>
      </noscript>
      <OfflineDesk brand={name} nothingCached={t('noRows')} />
    </>
  );
}
