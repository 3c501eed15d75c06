import { getTranslations } from 'next-intl/server';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import type { LeadView } from '@/lib/leads/view';

/** Says since when the portal is out of reach, and how old what is shown is. `confirmedAt`: undefined if it never was. */
export async function ServiceDownBanner({
  down,
  confirmedAt,
}: {
  down: NonNullable<LeadView['serviceDown']>;
  confirmedAt?: string;
}) {
  const t = await getTranslations('Leads');
  const { moment } = await getFormats();
  return (
    <Banner tone="warn" title={t('serviceDownTitle', { ...down, time: moment(down.since).text })}>
      {confirmedAt ? t('serviceDown', { time: moment(confirmedAt).text }) : t('serviceDownUnconfirmed')}
    </Banner>
  );
}
