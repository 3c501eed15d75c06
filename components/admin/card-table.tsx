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

/**
 * A table on a wide screen, cards on a narrow one, from the same markup.
 */
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
  /** For several tables of one page, which then line up. */
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
      className={`w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface max-lg:block ${hasEqualColumns ? 'lg:table-fixed' : ''}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead {...ROWS} className="max-lg:sr-only">
        <tr {...ROW}>
          {columns.map((column) => (
            <th
              key={column}
              {...COLUMN_HEADER}
              scope="col"
              aria-sort={sorts?.[column]?.dir}
              className={`${INSET} bg-sunken text-sm font-normal text-muted ${numbers?.includes(column) ? 'text-right' : 'text-left'}`}
            >
              <ColumnHead text={column} sort={sorts?.[column]} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROWS} className="max-lg:block">
        {rows.map(({ key, isReference, cells: [name, ...cells] }) => (
          <tr
            key={key}
            {...ROW}
            className={`align-baseline max-lg:block max-lg:py-2 max-lg:not-first:border-t max-lg:not-first:border-line lg:*:border-t lg:*:border-line ${labelled ? COMPACT : ''} ${isReference ? 'bg-sunken' : ''}`}
          >
            <th
              {...ROW_HEADER}
              scope="row"
              className={`${INSET} ${labelled ? 'max-lg:px-0' : ''} text-left font-semibold max-lg:block max-lg:w-full lg:min-w-36 lg:max-w-96`}
            >
              {readCell(name).node}
            </th>
            {columns.slice(1).map((column, index) => {
              const { node, isOnlyWide } = readCell(cells[index]);
              return (
                <td
                  key={column}
                  {...CELL}
                  className={`${INSET} ${isOnlyWide ? 'max-lg:hidden' : labelled ? BESIDE : LINE} lg:min-w-24 lg:max-w-lg lg:[&_time]:whitespace-nowrap ${numbers?.includes(column) ? 'lg:text-right' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className={`text-muted lg:hidden ${!labelled || labelled.includes(column) ? '' : 'hidden'}`}
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

const INSET = 'px-4 py-2.5 max-lg:py-1';
/** Cells beside each other, as many as fit. */
const COMPACT = 'max-lg:flex! max-lg:flex-wrap max-lg:items-baseline max-lg:gap-x-3 max-lg:px-4';
const BESIDE = 'max-lg:flex max-lg:min-w-0 max-lg:gap-x-1.5 max-lg:px-0 max-lg:text-sm';
const LINE = 'max-lg:grid max-lg:grid-cols-[--spacing(24)_minmax(0,1fr)] max-lg:gap-x-2';

function readCell(cell: Cell): { node: ReactNode; isOnlyWide: boolean } {
  if (typeof cell === 'object' && cell !== null && 'onlyWide' in cell)
    return { node: cell.onlyWide, isOnlyWide: true };
  return { node: cell, isOnlyWide: false };
}
