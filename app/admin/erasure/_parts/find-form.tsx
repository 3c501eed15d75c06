import { getTranslations } from 'next-intl/server';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { LIST_CARD } from '@/components/ui/card';
import { Labelled } from '@/components/ui/field';

/** Asks for an address, phone number, lead ID or name. */
export async function FindForm() {
  const t = await getTranslations('Erasure');
  return (
    <div className={LIST_CARD}>
      <ActionForm command="find">
        <div className="flex flex-wrap items-end gap-2">
          <Labelled id="erasure-text" label={t('text')} className="w-96 max-w-full">
            <ActionInput
              id="erasure-text"
              name="text"
              required
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
            />
          </Labelled>
          <SubmitButton>{t('find')}</SubmitButton>
        </div>
      </ActionForm>
    </div>
  );
}
