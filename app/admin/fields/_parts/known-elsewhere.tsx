import { getTranslations } from 'next-intl/server';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';

/** Whether people who enter a lead are told that the portal has one of the same company from another organization. */
export async function KnownElsewhere({ isOn }: { isOn: boolean }) {
  const t = await getTranslations('Fields.known');
  return (
    <section aria-labelledby="known-elsewhere">
      <h2 id="known-elsewhere" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p className="max-w-prose pb-1 text-sm text-muted">{t('intro')}</p>
      <ActionForm command="tell-elsewhere">
        {/* Re-mounted with the saved value: React keeps the state of an existing control. */}
        <div key={String(isOn)} className="space-y-3">
          <ActionChoice
            type="checkbox"
            name="isOn"
            value="yes"
            isChosen={isOn}
            aria-describedby="known-elsewhere-hint"
            className="flex min-h-11 items-center gap-3"
          >
            {t('choice')}
          </ActionChoice>
          <p id="known-elsewhere-hint" className="max-w-prose text-sm text-muted">
            {t('hint', { sentence: (await getTranslations('Known'))('elsewhere') })}
          </p>
          <SubmitButton>{t('save')}</SubmitButton>
        </div>
      </ActionForm>
    </section>
  );
}
