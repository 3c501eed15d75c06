import { getTranslations } from 'next-intl/server';
import { Icon } from '@/components/ui/icons';

/** Says that leads here are test leads. */
export async function TestBanner() {
  const t = await getTranslations('Shell');
  return (
    <p className="tone-warn flex flex-wrap items-center justify-center gap-x-1.5 border-b border-tone-line bg-tone-soft px-4 py-1 text-sm text-ink print:hidden">
      <Icon name="triangle-alert" className="size-3.5 text-tone" />
      <strong className="font-semibold text-tone">{t('testEnvironment')}</strong>
      <span className="max-sm:sr-only">{t('testEnvironmentDetail')}</span>
    </p>
  );
}
