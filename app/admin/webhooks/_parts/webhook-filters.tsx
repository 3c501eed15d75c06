import { getTranslations } from 'next-intl/server';
import { FilterForm, FilterSelect } from '@/components/admin/filter-form';
import { Labelled, TextInput } from '@/components/ui/field';
import type { DeliveryFilterView } from './webhook-view';

/** The filters of the deliveries: a plain GET form. */
export async function DeliveryFilters({ filter }: { filter: DeliveryFilterView }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  return (
    <FilterForm
      href="/admin/webhooks#deliveries"
      label={t('filters')}
      days={filter}
      isFiltered={filter.isFiltered}
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
        label={common('outcome')}
        any={t('anyOutcome')}
        value={filter.outcome}
        choices={filter.outcomes}
      />
      <Labelled id="filter-lead" label={common('leadId')} className="max-sm:col-span-2">
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
