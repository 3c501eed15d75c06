import { getTranslations } from 'next-intl/server';
import { SubmitButton } from '@/components/shell/action-form';
import { isolate } from '@/lib/core/isolate';

/** The button that saves what one status is called or how it looks; `raw` is the status as the portal names it. */
export async function SaveStatus({ raw }: { raw: string }) {
  const t = await getTranslations('Fields');
  return (
    <SubmitButton size="small" className="min-h-10" aria-label={t('saveStatus', { status: isolate(raw) })}>
      {t('save')}
    </SubmitButton>
  );
}
