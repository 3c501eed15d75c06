import { getTranslations } from 'next-intl/server';
import { ActionChoice, ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import type { FormField } from '@/lib/forms/form-model';

type Props = {
  importId: string;
  version: string;
  /** Names how the rows are read. */
  interpretation: string;
  consents: readonly FormField[];
  count: number;
};

/** Sends the rows that are ready. Consents are stated here, once for all of them, and never filled in. */
export async function StartForm({ importId, version, interpretation, consents, count }: Props) {
  const t = await getTranslations('Import');
  return (
    <ActionForm
      command="start"
      about={{ import: importId, version, interpretation }}
      className="max-w-prose space-y-4"
    >
      {consents.map((field) => (
        <Consent key={field.key} field={field} count={count} />
      ))}
      <SubmitButton variant="primary">{t('sendNow', { count })}</SubmitButton>
    </ActionForm>
  );
}

/** One question for all leads. What is no yes or no, nor one of a few, is written. */
async function Consent({ field, count }: { field: FormField; count: number }) {
  const t = await getTranslations('Import');
  const form = await getTranslations('Form');
  const name = `consent.${field.key}`;
  const label = field.required ? `${field.label} ${form('required')}` : field.label;
  const yesNo = [
    { value: 'true', label: form('yes') },
    { value: 'false', label: form('no') },
  ];
  const choices = field.control === 'yes-no' ? yesNo : field.options;
  return (
    <fieldset className="space-y-1">
      <legend>
        <span className="block font-semibold">{t('consentQuestion', { count })}</span>
        <bdi>{label}</bdi>
      </legend>
      {field.control === 'checkbox' ? (
        <Choice name={name} type="checkbox" value="true" label={form('yes')} />
      ) : choices && field.kind !== 'multi-picklist' ? (
        <div className="flex flex-wrap gap-x-6">
          {choices.map((choice) => (
            <Choice
              key={String(choice.value)}
              name={name}
              type="radio"
              value={String(choice.value)}
              label={choice.label}
            />
          ))}
        </div>
      ) : (
        <ActionInput name={name} aria-label={field.label} autoComplete="off" />
      )}
    </fieldset>
  );
}

function Choice({
  label,
  ...rest
}: {
  name: string;
  type: 'checkbox' | 'radio';
  value: string;
  label: string;
}) {
  return (
    <ActionChoice {...rest} isChosen={false} className="flex min-h-10 items-center gap-2">
      <span dir="auto">{label}</span>
    </ActionChoice>
  );
}
