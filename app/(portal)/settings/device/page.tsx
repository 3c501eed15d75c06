import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PortalHeader } from '@/app/(portal)/portal-header';
import { PageHeading } from '@/components/shell/page-heading';
import { Card } from '@/components/ui/card';
import { readKeepsLeads } from '@/lib/auth/keeps-leads';
import { requireViewer } from '@/lib/auth/viewer';
import { DeviceSettings } from './_parts/device-settings';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Shell'))('thisDevice') };
}

/** What a person allows on the device in their hand. */
export default async function DevicePage() {
  const viewer = await requireViewer('/settings/device');
  const t = await getTranslations('Kept');
  return (
    <div className="mx-auto max-w-form">
      <PortalHeader viewer={viewer} />
      <PageHeading title={(await getTranslations('Shell'))('thisDevice')} />
      <Card id="keep-heading" title={t('heading')}>
        <DeviceSettings
          isOn={(await readKeepsLeads()) === 'yes'}
          texts={{
            switch: t('switch'),
            detail: t('detail'),
            needsScripts: t('needsScripts'),
            unsupported: t('unsupported'),
            working: t('working'),
            keptAsOf: t('keptAsOf', { time: '{time}' }),
            gettingReady: t('gettingReady'),
            switchOffSure: t('switchOffSure'),
          }}
        />
      </Card>
    </div>
  );
}
