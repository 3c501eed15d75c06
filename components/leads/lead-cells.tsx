import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { RelativeTime, ShortTime } from '@/components/ui/relative-time';
import type { Column, RowView } from './row';

/**
 * The cells of one row. The link of the first covers the whole row. On a phone the same row is a card. Roles are
 * explicit, because Safari drops those of a table with a grid layout.
 */
export function LeadCells({ row, columns }: { row: RowView; columns: readonly Column[] }) {
  return columns.map((column) =>
    column === 'name' ? (
      <th key={column} {...ROW_HEADER} scope="row" className={CELL_CLASSES.name}>
        <Lead row={row} />
      </th>
    ) : (
      <td key={column} {...CELL} className={CELL_CLASSES[column]}>
        {contentOf(row, column)}
      </td>
    ),
  );
}

const ROW_HEADER = { role: 'rowheader' };
const CELL = { role: 'cell' };

const TABLE_CELL = 'lg:table-cell lg:border-t lg:border-line lg:px-4 lg:py-2.5 lg:align-top';
/** Card cells that would be empty take no room. */
const CARD_CELL = 'min-w-0 max-lg:empty:hidden';

const CELL_CLASSES: Record<Column, string> = {
  name: `${TABLE_CELL} ${CARD_CELL} max-lg:row-span-2 text-left font-normal lg:w-2/5 lg:min-w-56`,
  status: `${TABLE_CELL} ${CARD_CELL} max-lg:col-start-2 max-lg:max-w-40 max-lg:justify-self-end lg:min-w-36`,
  value: `${TABLE_CELL} ${CARD_CELL} max-lg:col-start-2 max-lg:text-right lg:min-w-24 lg:text-right`,
  agent: `${TABLE_CELL} ${CARD_CELL} max-lg:col-start-2 max-lg:row-start-3 max-lg:truncate max-lg:text-right max-lg:text-xs max-lg:text-muted lg:min-w-32`,
  changed: `${TABLE_CELL} ${CARD_CELL} max-lg:col-start-1 max-lg:row-start-3 text-muted max-lg:text-xs lg:whitespace-nowrap`,
  submitted: `${TABLE_CELL} text-muted max-lg:hidden lg:whitespace-nowrap`,
};

function Lead({ row }: { row: RowView }) {
  return (
    <a
      href={row.href}
      data-soft="page"
      data-opens={row.key}
      dir="auto"
      className="block after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      <bdi className="block font-semibold text-ink max-lg:truncate lg:line-clamp-2">{row.name}</bdi>
      {row.detail && (
        <>
          <span className="sr-only"> – </span>
          <bdi className="block text-sm text-muted max-lg:truncate lg:line-clamp-2">{row.detail}</bdi>
        </>
      )}
    </a>
  );
}

function contentOf(row: RowView, column: Exclude<Column, 'name'>): ReactNode {
  switch (column) {
    case 'status':
      return (
        <>
          <Badge {...row.status} />
          {row.waiting && <span className="block text-xs text-muted max-lg:hidden">{row.waiting}</span>}
        </>
      );
    case 'changed':
      return <RelativeTime moment={row.changed} href={row.href} />;
    case 'submitted':
      return <ShortTime moment={row.submitted} text={row.submitted.day} href={row.href} />;
    default:
      return row[column] && <bdi>{row[column]}</bdi>;
  }
}
