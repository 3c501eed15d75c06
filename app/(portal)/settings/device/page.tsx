import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { PageHeading } from '@/components/shell/page-heading';
import { Card } from '@/components/ui/card';
import { readCachesLeads } from '@/lib/auth/caches-leads';
import { requireViewer } from '@/lib/auth/viewer';
import { firstOf, type SearchParams } from '@/lib/core/address';
import { isId } from '@/lib/core/ids';
import { getDb } from '@/lib/db/handle';
import { findSubmission } from '@/lib/submissions/queries';
import { DeviceSettings } from './_parts/device-settings';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Common'))('thisDevice') };
}

/**
 * What a person allows on the device in their hand. Whoever comes from submitting without a network sees what became of the
 * lead, if it was sent meanwhile.
 */
export default async function DevicePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const viewer = await requireViewer('/settings/device');
  const { cached } = firstOf(await searchParams);
  if (isId('submission', cached) && (await findSubmission(await getDb(), viewer, cached)))
    redirect(`/submissions/${encodeURIComponent(cached)}`);
  const t = await getTranslations('Cached');
  const common = await getTranslations('Common');
  return (
    <div className="max-w-form">
      <PortalHeader viewer={viewer} />
      <PageHeading title={(await getTranslations('Common'))('thisDevice')} />
      <Card id="keep-heading" title={common('offlineLeads')}>
        <DeviceSettings
          isOn={(await readCachesLeads()) === 'yes'}
          texts={{
            switch: t('switch'),
            detail: t('detail'),
            needsScripts: t('needsScripts'),
            unsupported: t('unsupported'),
            working: t('working'),
            cachedAsOf: t('cachedAsOf', { time: '{time}' }),
            gettingReady: t('gettingReady'),
            switchOffSure: t('switchOffSure'),
          }}
        />
      </Card>
    </div>
  );
}
