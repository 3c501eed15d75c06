import { memo, type ReactNode } from 'react';
import { LeadCells } from './lead-cells';
import type { Column, RowView } from './row';

const TABLE = { role: 'table' };
const ROWS = { role: 'rowgroup' };
const ROW = { role: 'row' };

type Display = {
  columns: readonly Column[];
  /** Called when the mark of a row has faded. */
  unmark: (key: string) => void;
};

type Props = Display & {
  rows: readonly RowView[];
  marks: ReadonlyMap<string, number>;
  /** Caption and header row, rendered by the server. */
  head: ReactNode;
  /** The label of the region that scrolls if the table is wider than the window. */
  label: string;
};

/** The given rows; a table on a wide screen, cards on a narrow one, from the same markup. */
export function LeadTable({ rows, marks, head, label, ...model }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that may scroll must be reachable by keyboard
      tabIndex={0}
      data-dims
      className="relative lg:overflow-x-auto lg:rounded-card lg:border lg:border-line lg:bg-surface"
    >
      <table {...TABLE} className="w-full border-separate border-spacing-0 max-lg:block">
        {head}
        <tbody {...ROWS} className="gap-2 max-lg:grid md:max-lg:grid-cols-2 md:max-lg:gap-3">
          {rows.map((row) => (
            <TableRow key={row.key} row={row} mark={marks.get(row.key)} {...model} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const CARD =
  'max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:content-start max-lg:gap-x-3 max-lg:gap-y-0.5 max-lg:rounded-card max-lg:border max-lg:border-line max-lg:px-3.5 max-lg:py-2.5';

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
      className={`${CARD} relative bg-surface transition-colors hover:bg-hover ${markClass(mark)}`}
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
