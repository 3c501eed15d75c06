import { memo, type ReactNode } from 'react';
import { COLUMN_HEADER, ROW, ROWS, TABLE } from '@/components/ui/table-roles';
import type { Density } from '@/lib/core/preferences';
import type { Column, RowView } from '@/lib/leads/row';
import { LeadCells } from './lead-cells';

type Display = {
  columns: readonly Column[];
  /** Called when the mark of a row has faded. */
  unmark: (key: string) => void;
};

type Props = Display & {
  density: Density;
  rows: readonly RowView[];
  marks: ReadonlyMap<string, number>;
  /** Caption and header row, rendered by the server. */
  head: ReactNode;
  /** The label of the region that scrolls if the table is wider than the window. */
  label: string;
};

/** The given rows; a table on a wide screen, cards on a narrow one, from the same markup. */
export function LeadTable({ rows, marks, head, label, density, ...model }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that may scroll must be reachable by keyboard
      tabIndex={0}
      data-dims
      data-density={density}
      className="relative wide:overflow-x-auto wide:rounded-card wide:border wide:border-line wide:bg-surface wide:print:overflow-visible wide:print:border-0"
    >
      <table {...TABLE} className="w-full border-separate border-spacing-0 narrow:block">
        {head}
        <tbody {...ROWS} className="narrow:grid narrow:gap-2 md:narrow:grid-cols-2 md:narrow:gap-3">
          {rows.map((row) => (
            <TableRow key={row.key} row={row} mark={marks.get(row.key)} {...model} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Head = { column: Column; sorted?: 'ascending' | 'descending' | undefined; content: ReactNode };

/** Caption and header row. Where rows are cards it is for screen readers, and shown while it has the focus. */
export function HeadRow({ columns, caption }: { columns: readonly Head[]; caption: string }) {
  return (
    <>
      <caption className="sr-only">{caption}</caption>
      <thead {...ROWS} className="narrow:sr-only narrow:focus-within:not-sr-only narrow:focus-within:block">
        <tr {...ROW}>
          {columns.map(({ column, sorted, content }) => (
            <th
              key={column}
              {...COLUMN_HEADER}
              scope="col"
              aria-sort={sorted}
              className={`bg-sunken px-4 py-1 text-sm font-normal whitespace-nowrap text-muted first:rounded-tl-card last:rounded-tr-card print:px-2 print:whitespace-normal ${column === 'value' ? 'text-right' : 'text-left'}`}
            >
              {content}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

const CARD =
  'narrow:grid narrow:grid-cols-[minmax(0,1fr)_auto] narrow:content-start narrow:gap-x-3 narrow:gap-y-0.5 narrow:rounded-card narrow:border narrow:border-line narrow:px-3.5 narrow:py-2.5 in-data-[density=compact]:narrow:py-1.5';

const TableRow = memo(function TableRow({
  row,
  mark,
  unmark,
  columns,
}: Display & { row: RowView; mark: number | undefined }) {
  return (
    <tr
      {...ROW}
      data-row={row.key}
      onAnimationEnd={() => unmark(row.key)}
      className={`${CARD} relative break-inside-avoid bg-surface transition-colors hover:bg-hover ${markClass(mark)}`}
    >
      <LeadCells row={row} columns={columns} />
    </tr>
  );
});

/** Two names for one style: a row that changes again while marked restarts the animation. */
function markClass(mark: number | undefined): string {
  if (mark === undefined) return '';
  return mark % 2 === 0 ? 'row-changed' : 'row-changed-again';
}
