import { getTranslations } from 'next-intl/server';
import { LEADS_PATH } from '@/components/leads/address';
import { FilterInputs, OrderInputs } from '@/components/leads/query-inputs';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { DEFAULT_LEADS_QUERY, type LeadsQuery, PAGE_SIZES } from '@/lib/core/leads-query';
import { WITHOUT_SCRIPTS } from './lead-filters';

/** How many rows a page of the list has. */
export async function PageSizeSelect({ query }: { query: LeadsQuery }) {
  const t = await getTranslations('Leads');
  const orDefault = (size: number) => (size === DEFAULT_LEADS_QUERY.size ? '' : size);
  return (
    <form action={LEADS_PATH} method="get" className="flex items-center gap-2">
      <FilterInputs query={{ ...query, size: DEFAULT_LEADS_QUERY.size }} />
      <OrderInputs query={query} />
      <label htmlFor="page-size" className="text-sm whitespace-nowrap text-muted">
        {t('size')}
      </label>
      <Select id="page-size" name="size" data-filter defaultValue={orDefault(query.size)}>
        {PAGE_SIZES.map((size) => (
          <option key={size} value={orDefault(size)}>
            {size}
          </option>
        ))}
      </Select>
      <Button type="submit" className={WITHOUT_SCRIPTS}>
        {t('apply')}
      </Button>
    </form>
  );
}
