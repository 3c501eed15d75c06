import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { LIST_CARD } from '@/components/ui/card';
import type { FormField } from '@/lib/forms/form-model';
import { FixInput } from '../../_parts/fix-input';

type ChosenFormat = { decimal: '.' | ','; dates: 'dmy' | 'mdy' | 'ymd' };

/** How numbers and dates in the file are read: stated with examples, and changeable. `asked`: the file does not show it. */
export async function FormatForm({
  importId,
  version,
  fileFormat,
  asked,
}: {
  importId: string;
  version: string;
  fileFormat: ChosenFormat;
  asked: readonly ('decimal' | 'dates')[];
}) {
  const t = await getTranslations('Import');
  const isAsked = { decimal: asked.includes('decimal'), dates: asked.includes('dates') };
  return (
    <ActionForm
      command="fileFormat"
      about={{ import: importId, version }}
      className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-6"
    >
      <div className="min-w-0 max-sm:w-full">
        <label htmlFor="decimal" className="mb-1 block text-sm text-muted">
          {t('numbers')}
        </label>
        <ActionSelect id="decimal" name="decimal" required shown={isAsked.decimal ? '' : fileFormat.decimal}>
          {isAsked.decimal && <option value="">{t('chooseFormat')}</option>}
          <option value=",">{t('numbersComma')}</option>
          <option value=".">{t('numbersPoint')}</option>
        </ActionSelect>
      </div>
      <div className="min-w-0 max-sm:w-full">
        <label htmlFor="dates" className="mb-1 block text-sm text-muted">
          {t('dates')}
        </label>
        <ActionSelect id="dates" name="dates" required shown={isAsked.dates ? '' : fileFormat.dates}>
          {isAsked.dates && <option value="">{t('chooseFormat')}</option>}
          {(['dmy', 'mdy', 'ymd'] as const).map((order) => (
            <option key={order} value={order}>
              {t(`datesAs.${order}`)}
            </option>
          ))}
        </ActionSelect>
      </div>
      <SubmitButton variant={asked.length > 0 ? 'secondary' : 'ghost'}>{t('readAgain')}</SubmitButton>
    </ActionForm>
  );
}

/** Fields that many rows have wrong: one value for all of them. */
export async function SetForAll({
  importId,
  version,
  wrong,
}: {
  importId: string;
  version: string;
  wrong: readonly { field: FormField; count: number }[];
}) {
  const t = await getTranslations('Import');
  if (wrong.length === 0) return null;
  return (
    <section aria-labelledby="set-for-all" className="pb-6">
      <h2 id="set-for-all" className="pb-2 text-lg font-semibold">
        {t('setForAllTitle')}
      </h2>
      <ul className="space-y-3">
        {wrong.map(({ field, count }) => (
          <li key={field.key} className={LIST_CARD}>
            <ActionForm
              command="fix-all"
              subject={field.key}
              about={{ import: importId, version, field: field.key }}
              className="flex flex-wrap items-end gap-x-4 gap-y-3"
            >
              <FixInput
                id={`all-${field.key}`}
                name="value"
                field={field}
                label={t('wrongIn', { label: field.label, count })}
              />
              <SubmitButton size="small" aria-label={t('setForAllNamed', { label: field.label, count })}>
                {t('setForAll', { count })}
              </SubmitButton>
            </ActionForm>
          </li>
        ))}
      </ul>
    </section>
  );
}
