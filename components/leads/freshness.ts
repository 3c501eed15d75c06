import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { Freshness } from './live-controls';

/** How fresh a page is, with every text the browser needs to keep it up to date. */
export async function toFreshness({
  readAt,
  confirmedAt,
  position,
  serviceDown,
}: {
  readAt: string;
  confirmedAt?: string;
  position: string;
  /** Given if the portal does not respond. */
  serviceDown?: object;
}): Promise<Freshness> {
  const t = await getTranslations('Live');
  const { locale, clock, ago } = await getFormats();
  const now = new Date(readAt);
  return {
    readAt,
    position,
    isPortalDown: serviceDown !== undefined,
    locale,
    confirmed: confirmedAt
      ? {
          text: t('confirmed', { ago: ago(confirmedAt, now) }),
          seconds: Math.max(0, (now.getTime() - Date.parse(confirmedAt)) / 1000),
        }
      : undefined,
    texts: {
      group: t('group'),
      live: t('live'),
      updated: t('updated', { time: clock(readAt) }),
      confirmed: t.raw('confirmed'),
      paused: t('paused'),
      resting: t('resting'),
      offline: t('offline', { time: clock(readAt) }),
      unreachable: t('unreachable', { time: clock(readAt) }),
      stale: t.raw('stale'),
      pause: t('pause'),
      resume: t('resume'),
    },
  };
}
