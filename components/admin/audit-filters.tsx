import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { Labelled, Select, TextInput } from '@/components/ui/field';

/** The filters as they stand, with the acts that may be chosen. */
export type AuditFilterView = {
  act: string;
  person: string;
  from: string;
  to: string;
  acts: readonly string[];
  isFiltered: boolean;
};

type Props = { filter: AuditFilterView };

/** What narrows the log: a plain form whose answers stand in the address. */
export async function AuditFilters({ filter }: Props) {
  const t = await getTranslations('Audit');
  return (
    <form
      action="/admin/audit"
      method="get"
      aria-label={t('filters')}
      className="grid grid-cols-2 items-end gap-x-3 gap-y-2 pb-3 sm:grid-cols-3 xl:grid-cols-5"
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
      <Labelled id="filter-act" label={t('what')} className="max-sm:col-span-2">
        <Select id="filter-act" name="act" defaultValue={filter.act}>
          <option value="">{t('anyAct')}</option>
          {filter.acts.map((act) => (
            <option key={act} value={act}>
              {act}
            </option>
          ))}
        </Select>
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
            href="/admin/audit"
            className="inline-flex min-h-11 items-center text-sm text-accent underline sm:min-h-9"
          >
            {t('clear')}
          </a>
        )}
      </div>
    </form>
  );
}

/** Takes away what the filters show. A post, because it is written down. */
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
