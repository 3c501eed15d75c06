import { getTranslations } from 'next-intl/server';
import { LEADS_PATH } from '@/components/leads/address';
import { HeadRow } from '@/components/leads/lead-table';
import { FilterInputs } from '@/components/leads/query-inputs';
import { Icon, type IconName } from '@/components/ui/icons';
import { LEAD_SORTS, type LeadSort, type LeadsQuery } from '@/lib/core/leads-query';
import type { LeadsPage } from '@/lib/leads/list-view';
import type { Column } from '@/lib/leads/row';

/** The initial sort direction of a column: words ascending, numbers and times descending. */
const FIRST_DIR = {
  company: 'asc',
  name: 'asc',
  status: 'asc',
  value: 'desc',
  submitted: 'desc',
  changed: 'desc',
} as const satisfies Record<LeadSort, LeadsQuery['dir']>;

type ColumnHead = { column: 'name'; label?: undefined } | LeadsPage['columns'][number];

/** Caption and header row, with a button for each order. */
export async function TableHead({
  columns,
  query,
  caption,
}: {
  columns: readonly ColumnHead[];
  query: LeadsQuery;
  caption: string;
}) {
  const t = await getTranslations('Leads');
  const heads = columns.map(({ column, label }) => {
    const sort = sortOf(column);
    const text = label === undefined ? t(`columns.${column}`) : label;
    const dir = query.dir === 'asc' ? ('ascending' as const) : ('descending' as const);
    return {
      column,
      sorted: sort === query.sort ? dir : undefined,
      content: sort ? <SortButton sort={sort} query={query} text={text} /> : <bdi>{text}</bdi>,
    };
  });
  return <HeadRow columns={heads} caption={caption} />;
}

/** The first column is a lead's company, or its person without one: it sorts by both. */
function sortOf(column: Column): LeadSort | undefined {
  return column === 'name' ? 'company' : LEAD_SORTS.find((name) => name === column);
}

function SortButton({ sort, query, text }: { sort: LeadSort; query: LeadsQuery; text: string }) {
  const isSorted = sort === query.sort;
  const reverse = query.dir === 'asc' ? 'desc' : 'asc';
  return (
    <form action={LEADS_PATH} method="get" className="inline-block">
      <FilterInputs query={query} />
      <input type="hidden" name="sort" value={sort} />
      <input type="hidden" name="dir" value={isSorted ? reverse : FIRST_DIR[sort]} />
      <button
        type="submit"
        className={`inline-flex min-h-8 items-center gap-1 transition-colors hover:text-ink ${isSorted ? 'font-semibold text-ink' : ''}`}
      >
        {text}
        <Icon
          name={iconOf(isSorted, query.dir)}
          className={`size-3.5 print:hidden ${isSorted ? '' : 'opacity-50'}`}
        />
      </button>
    </form>
  );
}

function iconOf(isSorted: boolean, dir: LeadsQuery['dir']): IconName {
  if (!isSorted) return 'chevrons-up-down';
  return dir === 'asc' ? 'arrow-up' : 'arrow-down';
}
