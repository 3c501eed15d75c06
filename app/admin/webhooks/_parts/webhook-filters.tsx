import { getTranslations } from 'next-intl/server';
import { FilterForm, FilterSelect } from '@/components/admin/filter-form';
import { Labelled, TextInput } from '@/components/ui/field';
import type { WebhooksPageData, WebhooksQuery } from '../query';
import { eventLabel } from './event-label';

type Props = { query: WebhooksQuery; choices: WebhooksPageData['choices']; isFiltered: boolean };

/** The filters of the deliveries: a plain GET form. */
export async function DeliveryFilters({ query, choices, isFiltered }: Props) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  return (
    <FilterForm
      href="/admin/webhooks#deliveries"
      label={t('filters')}
      days={query}
      isFiltered={isFiltered}
      className="xl:grid-cols-6"
    >
      <FilterSelect
        name="topic"
        label={t('column.event')}
        any={t('anyTopic')}
        value={query.topic}
        choices={choices.topics.map((value) => ({ value, label: eventLabel(value, t) ?? value }))}
      />
      <FilterSelect
        name="outcome"
        label={common('outcome')}
        any={t('anyOutcome')}
        value={query.outcome}
        choices={choices.outcomes.map((value) => ({ value, label: t(`outcome.${value}`) }))}
      />
      <Labelled id="filter-lead" label={common('leadId')} className="max-sm:col-span-2">
        <TextInput
          id="filter-lead"
          name="lead"
          defaultValue={query.lead}
          maxLength={200}
          autoComplete="off"
        />
      </Labelled>
    </FilterForm>
  );
}
