import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { CARD } from '@/components/ui/card';

/** A column of the file as the person sees it; `field` is '' for none. */
export type ColumnRow = { index: number; name: string; samples: string; field: string; isHidden: boolean };

type Props = {
  id: string;
  version: string;
  columns: readonly ColumnRow[];
  /** The fields that a column can be for, by key. */
  fields: readonly { key: string; label: string }[];
};

/** Which field each column is for. Those that are not imported are named by themselves. */
export async function ColumnForm({ id, version, columns, fields }: Props) {
  const t = await getTranslations('Import');
  const [imported, leftOut] = [true, false].map((isImported) =>
    columns.filter(({ field }) => (field !== '') === isImported),
  );
  return (
    <ActionForm command="columns" about={{ import: id, version }} className="space-y-4">
      <ColumnList label={t('columnsLabel')} columns={imported ?? []} fields={fields} />
      {leftOut && leftOut.length > 0 && (
        <>
          <h2 className="pt-2 text-lg font-semibold">{t('columnsLeftOut', { count: leftOut.length })}</h2>
          <ColumnList
            label={t('columnsLeftOut', { count: leftOut.length })}
            columns={leftOut}
            fields={fields}
          />
        </>
      )}
      <SubmitButton variant="primary">{t('checkRows')}</SubmitButton>
    </ActionForm>
  );
}

async function ColumnList({ label, columns, fields }: Pick<Props, 'columns' | 'fields'> & { label: string }) {
  const t = await getTranslations('Import');
  if (columns.length === 0) return null;
  return (
    <ul aria-label={label} className={`${CARD} divide-y divide-line`}>
      {columns.map(({ index, name, samples, field, isHidden }) => {
        const select = `column-${index}`;
        return (
          <li
            key={select}
            className="grid items-center gap-x-6 gap-y-1 px-4 py-2.5 sm:px-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)]"
          >
            <div className="min-w-0">
              <label htmlFor={select} dir="auto" className="font-semibold wrap-anywhere">
                {name}
              </label>
              {isHidden && <p className="text-sm text-muted">{t('hiddenColumn')}</p>}
            </div>
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
              {fields.map(({ key, label: fieldLabel }) => (
                <option key={key} value={key}>
                  {fieldLabel}
                </option>
              ))}
            </ActionSelect>
          </li>
        );
      })}
    </ul>
  );
}
