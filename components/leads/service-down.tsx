import { getTranslations } from 'next-intl/server';
import { Banner } from '@/components/ui/banner';
import { getFormats } from '@/components/ui/formats';
import type { LeadView } from '@/lib/leads/view';

/**
 * Says since when the portal is unreachable, and how old the shown data is. `confirmedAt`: undefined if it
 * was never confirmed.
 */
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
