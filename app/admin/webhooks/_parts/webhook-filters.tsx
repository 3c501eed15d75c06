import { getTranslations } from 'next-intl/server';
import { FilterForm, FilterSelect } from '@/components/admin/filter-form';
import { Labelled, TextInput } from '@/components/ui/field';
import type { DeliveryFilterView } from './webhook-view';

/** The filters of the deliveries: a plain GET form. */
export async function DeliveryFilters({ filter }: { filter: DeliveryFilterView }) {
  const t = await getTranslations('Webhooks');
  return (
    <FilterForm
      href="/admin/webhooks#deliveries"
      label={t('filters')}
      days={filter}
      isFiltered={filter.isFiltered}
      texts={{ from: t('from'), to: t('to'), apply: t('apply'), clear: t('clear') }}
      className="xl:grid-cols-6"
    >
      <FilterSelect
        name="topic"
        label={t('column.topic')}
        any={t('anyTopic')}
        value={filter.topic}
        choices={filter.topics}
      />
      <FilterSelect
        name="outcome"
        label={t('column.outcome')}
        any={t('anyOutcome')}
        value={filter.outcome}
        choices={filter.outcomes}
      />
      <Labelled id="filter-lead" label={t('leadNumber')} className="max-sm:col-span-2">
        <TextInput
          id="filter-lead"
          name="lead"
          defaultValue={filter.lead}
          maxLength={200}
          autoComplete="off"
        />
      </Labelled>
    </FilterForm>
  );
}
