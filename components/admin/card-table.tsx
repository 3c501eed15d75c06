import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icons';
import { CELL, COLUMN_HEADER, ROW, ROW_HEADER, ROWS, TABLE } from '@/components/ui/table-roles';

/** What says nothing in particular is left out of cards. */
type Cell = ReactNode | { onlyWide: ReactNode };

export type CardRow = {
  key: string;
  /** One for each column; the first one names the row. */
  cells: Cell[];
  /** The row that the others are compared with. */
  isReference?: boolean;
};

/** A table on a wide screen, cards on a narrow one, from the same markup. */
export function CardTable({
  caption,
  columns,
  rows,
  hasEqualColumns = false,
  labelled,
  numbers,
  sorts,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly CardRow[];
  /** For several tables of one page, which then line up. What names the row has room for an ID. */
  hasEqualColumns?: boolean;
  /** For compact cards: side by side, where only these columns need their names to be understood. */
  labelled?: readonly string[];
  /** Columns of numbers: aligned at their last digit. */
  numbers?: readonly string[];
  /** Of columns that the table can be ordered by. */
  sorts?: Readonly<Record<string, ColumnSort | undefined>>;
}) {
  return (
    <table
      {...TABLE}
      data-few-columns={columns.length <= FEW || undefined}
      className={`w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface as-cards:block ${hasEqualColumns ? 'as-table:table-fixed' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...ROWS} className="as-cards:sr-only">
        <tr {...ROW}>
          {columns.map((column) => (
            <th
              key={column}
              {...COLUMN_HEADER}
              scope="col"
              aria-sort={sorts?.[column]?.dir}
              className={`${INSET} bg-sunken text-sm font-normal text-muted ${numbers?.includes(column) ? 'text-right' : 'text-left'} ${hasEqualColumns ? 'as-table:first:w-1/3' : ''}`}
            >
              <ColumnHead text={column} sort={sorts?.[column]} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROWS} className="as-cards:block">
        {rows.map(({ key, isReference, cells: [name, ...cells] }) => (
          <tr
            key={key}
            {...ROW}
            className={`align-baseline as-cards:block as-cards:md:grid as-cards:md:grid-cols-2 as-cards:py-2 as-cards:not-first:border-t as-cards:not-first:border-line as-table:*:border-t as-table:*:border-line ${labelled ? COMPACT : ''} ${isReference ? 'bg-sunken' : ''}`}
          >
            <th
              {...ROW_HEADER}
              scope="row"
              className={`${INSET} ${labelled ? 'as-cards:px-0' : ''} text-left font-semibold as-cards:block as-cards:w-full as-cards:md:col-span-full as-table:min-w-36 as-table:max-w-96`}
            >
              {readCell(name).node}
            </th>
            {columns.slice(1).map((column, index) => {
              const { node, isOnlyWide } = readCell(cells[index]);
              return (
                <td
                  key={column}
                  {...CELL}
                  className={`${INSET} ${isOnlyWide ? 'as-cards:hidden' : labelled ? BESIDE : LINE} as-table:min-w-24 as-table:max-w-lg as-table:[&_time]:whitespace-nowrap ${numbers?.includes(column) ? 'as-table:text-right' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className={`text-muted as-table:hidden ${!labelled || labelled.includes(column) ? '' : 'hidden'}`}
                  >
                    {column}
                  </span>
                  <div className={isOnlyWide ? 'text-muted' : 'min-w-0'}>{node}</div>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** So many columns fit side by side on a tablet. */
const FEW = 4;

/** How the table is ordered by a column now, if it is, and where its next order is. */
export type ColumnSort = { href: string; dir?: 'ascending' | 'descending' };

const SORT_ICONS = { ascending: 'arrow-up', descending: 'arrow-down' } as const;

function ColumnHead({ text, sort }: { text: string; sort: ColumnSort | undefined }) {
  if (!sort) return text;
  const { href, dir } = sort;
  return (
    <a
      href={href}
      className={`-my-1 inline-flex min-h-8 items-center gap-1 whitespace-nowrap transition-colors hover:text-ink ${dir ? 'font-semibold text-ink' : ''}`}
    >
      {text}
      <Icon
        name={dir ? SORT_ICONS[dir] : 'chevrons-up-down'}
        className={`size-3.5 print:hidden ${dir ? '' : 'opacity-50'}`}
      />
    </a>
  );
}

const INSET = 'px-4 py-2.5 as-cards:py-1';
/** Cells beside each other, as many as fit. */
const COMPACT = 'as-cards:flex! as-cards:flex-wrap as-cards:items-baseline as-cards:gap-x-3 as-cards:px-4';
const BESIDE = 'as-cards:flex as-cards:min-w-0 as-cards:gap-x-1.5 as-cards:px-0 as-cards:text-sm';
const LINE = 'as-cards:grid as-cards:grid-cols-[--spacing(24)_minmax(0,1fr)] as-cards:gap-x-2';

function readCell(cell: Cell): { node: ReactNode; isOnlyWide: boolean } {
  if (typeof cell === 'object' && cell !== null && 'onlyWide' in cell)
    return { node: cell.onlyWide, isOnlyWide: true };
  return { node: cell, isOnlyWide: false };
}
