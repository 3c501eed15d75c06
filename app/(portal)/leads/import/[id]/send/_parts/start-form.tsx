import { getTranslations } from 'next-intl/server';
import { ActionChoice } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import type { FormField } from '@/lib/forms/form-model';
import { FixInput } from '../../_parts/fix-input';

type Props = {
  importId: string;
  version: string;
  /** Names how the rows are read. */
  reading: string;
  consents: readonly FormField[];
  count: number;
};

/** Sends the rows that are ready. Consents are stated here, once for all of them, and never filled in. */
export async function StartForm({ importId, version, reading, consents, count }: Props) {
  const t = await getTranslations('Import');
  const form = await getTranslations('Form');
  return (
    <ActionForm
      command="start"
      about={{ import: importId, version, reading }}
      className="max-w-prose space-y-4"
    >
      {consents.length > 0 && (
        <fieldset className="space-y-3">
          <legend className="pb-2 font-semibold">{t('consentsFor', { count })}</legend>
          {consents.map((field) => {
            const label = field.required ? `${field.label} ${form('required')}` : field.label;
            return field.control === 'checkbox' ? (
              <ActionChoice
                key={field.key}
                type="checkbox"
                name={`consent.${field.key}`}
                value="true"
                isChosen={false}
                className="flex min-h-10 items-center gap-3"
              >
                <span dir="auto">{label}</span>
              </ActionChoice>
            ) : (
              <FixInput
                key={field.key}
                id={`consent-${field.key}`}
                name={`consent.${field.key}`}
                field={field}
                label={label}
              />
            );
          })}
        </fieldset>
      )}
      <SubmitButton variant="primary">{t('sendNow', { count })}</SubmitButton>
    </ActionForm>
  );
}
