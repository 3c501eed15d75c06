import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { Time } from '@/components/ui/time';
import { isolate } from '@/lib/core/isolate';
import { stripControlCharacters } from '@/lib/core/text';

/** When admins saw the desk as this person, and why. */
export async function LookedAt({
  views,
}: {
  views: readonly { id: string; reason: string; startedAt: Date }[];
}) {
  const t = await getTranslations('Settings');
  const { moment } = await getFormats();
  return (
    <>
      <p className="max-w-prose text-sm text-muted">{t('lookedAtIntro')}</p>
      {views.length === 0 ? (
        <p className="pt-3">{t('lookedAtNone')}</p>
      ) : (
        <ul aria-label={t('lookedAt')} className="divide-y divide-line">
          {views.map(({ id, reason, startedAt }) => (
            <li key={id} className="py-3 wrap-anywhere last:pb-0">
              {t.rich('lookedAtOn', {
                at: () => <Time moment={moment(startedAt.toISOString())} />,
                reason: isolate(stripControlCharacters(reason)),
              })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
