import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { LIST_CARD } from '@/components/ui/card';

/** A column of the file as the person sees it. */
export type ColumnRow = { name: string; samples: string; field: string };

type Props = {
  id: string;
  version: string;
  columns: readonly ColumnRow[];
  /** The fields that a column can be for, by key. */
  fields: readonly { key: string; label: string }[];
  hasHeadings: boolean;
};

/** Which field each column is for. */
export async function ColumnForm({ id, version, columns, fields, hasHeadings }: Props) {
  const t = await getTranslations('Import');
  return (
    <ActionForm command="columns" about={{ import: id, version }} className="space-y-4">
      <ul aria-label={t('columnsLabel')} className="space-y-3">
        {columns.map(({ name, samples, field }, index) => {
          const select = `column-${index}`;
          return (
            <li
              // Columns have no other identity than their place.
              key={select}
              className={`${LIST_CARD} grid items-center gap-x-6 gap-y-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)]`}
            >
              <label htmlFor={select} dir="auto" className="font-semibold wrap-anywhere">
                {name}
              </label>
              <p id={`${select}-samples`} dir="auto" className="text-sm text-muted wrap-anywhere">
                {samples}
              </p>
              <ActionSelect
                id={select}
                name={`column.${index}`}
                shown={field}
                aria-describedby={`${select}-samples`}
              >
                <option value="">{t('notImported')}</option>
                {fields.map(({ key, label }) => (
                  <option key={key} value={key}>
                    {label}
                  </option>
                ))}
              </ActionSelect>
            </li>
          );
        })}
      </ul>
      <div className="max-w-sm">
        <label htmlFor="headings" className="mb-1 block text-sm text-muted">
          {t('firstRow')}
        </label>
        <ActionSelect id="headings" name="headings" shown={hasHeadings ? 'yes' : 'no'}>
          <option value="yes">{t('firstRowNames')}</option>
          <option value="no">{t('firstRowLead')}</option>
        </ActionSelect>
      </div>
      <SubmitButton variant="primary">{t('checkRows')}</SubmitButton>
    </ActionForm>
  );
}
