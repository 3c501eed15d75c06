import { getTranslations } from 'next-intl/server';
import { FilterForm, FilterSelect } from '@/components/admin/filter-form';
import { Button } from '@/components/ui/button';
import { Labelled, TextInput } from '@/components/ui/field';

/** The current filters, with the acts to choose from. */
export type AuditFilterView = {
  act: string;
  person: string;
  from: string;
  to: string;
  acts: readonly string[];
  isFiltered: boolean;
};

type Props = { filter: AuditFilterView };

/** The filters of the log: a plain GET form. */
export async function AuditFilters({ filter }: Props) {
  const t = await getTranslations('Audit');
  return (
    <FilterForm
      href="/admin/audit"
      label={t('filters')}
      days={filter}
      isFiltered={filter.isFiltered}
      texts={{ from: t('from'), to: t('to'), apply: t('apply'), clear: t('clear') }}
      className="xl:grid-cols-5"
    >
      <Labelled id="filter-person" label={t('person')} className="max-sm:col-span-2">
        <TextInput
          id="filter-person"
          name="person"
          inputMode="email"
          autoComplete="off"
          maxLength={320}
          defaultValue={filter.person}
        />
      </Labelled>
      <FilterSelect
        name="act"
        label={t('what')}
        any={t('anyAct')}
        value={filter.act}
        choices={filter.acts.map((act) => ({ value: act, label: act }))}
        className="max-sm:col-span-2"
      />
    </FilterForm>
  );
}

/** Exports the filtered entries. A post, because it is audited. */
export async function AuditExport({ filter: { act, person, from, to } }: Props) {
  const t = await getTranslations('Audit');
  return (
    <form action="/admin/audit/export" method="post">
      {Object.entries({ act, person, from, to }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit">{t('export')}</Button>
    </form>
  );
}
