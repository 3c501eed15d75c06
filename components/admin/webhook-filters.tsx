import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';
import type { Choice, DeliveryFilterView } from './webhook-view';

/** What narrows the list of deliveries: a plain form whose answers stand in the address. */
export async function DeliveryFilters({ filter }: { filter: DeliveryFilterView }) {
  const t = await getTranslations('Webhooks');
  return (
    <form
      action="/admin/webhooks#deliveries"
      method="get"
      aria-label={t('filters')}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-2 pb-3 sm:grid-cols-3 xl:grid-cols-6"
    >
      <Choices
        id="topic"
        label={t('column.topic')}
        any={t('anyTopic')}
        value={filter.topic}
        choices={filter.topics}
      />
      <Choices
        id="outcome"
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
      <Labelled id="filter-from" label={t('from')}>
        <TextInput id="filter-from" type="date" name="from" defaultValue={filter.from} />
      </Labelled>
      <Labelled id="filter-to" label={t('to')}>
        <TextInput id="filter-to" type="date" name="to" defaultValue={filter.to} />
      </Labelled>
      <div className="col-span-2 flex items-center gap-3 sm:col-span-1">
        <Button type="submit" size="small" className="min-h-11 sm:min-h-9">
          {t('apply')}
        </Button>
        {filter.isFiltered && (
          <a
            href="/admin/webhooks#deliveries"
            className="inline-flex min-h-11 items-center text-sm text-accent underline sm:min-h-9"
          >
            {t('clear')}
          </a>
        )}
      </div>
    </form>
  );
}

function Choices({
  id,
  label,
  any,
  value,
  choices,
}: {
  id: string;
  label: string;
  any: string;
  value: string;
  choices: Choice[];
}) {
  return (
    <Labelled id={`filter-${id}`} label={label}>
      <Select id={`filter-${id}`} name={id} defaultValue={value}>
        <option value="">{any}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </Select>
    </Labelled>
  );
}
