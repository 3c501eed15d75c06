import { getTranslations } from 'next-intl/server';
import { type Choice, FilterForm, FilterSelect } from '@/components/admin/filter-form';
import { WriteFields } from '@/components/shell/action-form';
import { Button } from '@/components/ui/button';
import { Labelled, TextInput } from '@/components/ui/field';

/** The current filters, with the events to choose from. */
export type AuditFilterView = {
  event: string;
  person: string;
  from: string;
  to: string;
  events: readonly Choice[];
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
        name="event"
        label={t('csv.what')}
        any={t('anyEvent')}
        value={filter.event}
        choices={filter.events}
        className="max-sm:col-span-2"
      />
    </FilterForm>
  );
}

/** Exports the filtered entries. A post, because it is audited. */
export async function AuditExport({ filter: { event, person, from, to } }: Props) {
  const t = await getTranslations('Audit');
  return (
    <form action="/admin/audit/export" method="post">
      {Object.entries({ event, person, from, to }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <WriteFields>
        <Button type="submit">{t('export')}</Button>
      </WriteFields>
    </form>
  );
}
