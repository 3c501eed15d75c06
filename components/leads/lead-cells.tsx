import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { EmailText } from '@/components/ui/email-text';
import { Time } from '@/components/ui/time';
import type { Column, ColumnLabels, RowView } from './row';

/**
 * The cells of one row. On a phone the same row is a card: then every cell shows its column's name, because
 * the header row is not drawn. Roles are stated, because Safari forgets those of a table that is laid out
 * as a grid.
 */
export function LeadCells({
  row,
  columns,
  labels,
}: {
  row: RowView;
  columns: readonly Column[];
  labels: ColumnLabels;
}) {
  return columns.map((column) =>
    column === 'name' ? (
      <th key={column} {...ROW_HEADER} scope="row" className={CELL_CLASSES.name}>
        <a
          href={row.href}
          data-soft="page"
          data-opens={row.key}
          dir="auto"
          className="inline-block min-w-6 py-1 font-semibold text-ink underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-2 lg:-my-0.5 lg:py-0.5"
        >
          {row.name}
        </a>
      </th>
    ) : (
      <td key={column} {...CELL} className={`${CELL_CLASSES[column]} ${row[column] ? '' : 'max-lg:hidden'}`}>
        {column !== 'status' && <span className="text-muted lg:hidden">{labels[column]} </span>}
        {contentOf(row, column)}
      </td>
    ),
  );
}

const ROW_HEADER = { role: 'rowheader' };
const CELL = { role: 'cell' };

const TABLE_CELL = 'lg:table-cell lg:border-b lg:border-line lg:px-2.5 lg:py-2 lg:align-top';
const CARD_LINE = 'col-span-2 max-lg:grid max-lg:grid-cols-[7rem_minmax(0,1fr)]';

const CELL_CLASSES: Record<Column, string> = {
  name: `${TABLE_CELL} max-lg:row-start-1 min-w-0 text-left max-lg:text-base xl:whitespace-nowrap`,
  email: `${TABLE_CELL} ${CARD_LINE} break-words`,
  status: `${TABLE_CELL} max-lg:col-start-2 max-lg:row-start-1 lg:whitespace-nowrap`,
  value: `${TABLE_CELL} ${CARD_LINE} lg:text-right lg:whitespace-nowrap`,
  agent: `${TABLE_CELL} ${CARD_LINE} xl:whitespace-nowrap`,
  submitted: `${TABLE_CELL} ${CARD_LINE} xl:whitespace-nowrap`,
  changed: `${TABLE_CELL} ${CARD_LINE} xl:whitespace-nowrap`,
  waiting: `${TABLE_CELL} ${CARD_LINE} lg:whitespace-nowrap`,
};

function contentOf(row: RowView, column: Exclude<Column, 'name'>): ReactNode {
  switch (column) {
    case 'status':
      return <Badge {...row.status} />;
    case 'submitted':
    case 'changed':
      return <Time moment={row[column]} />;
    case 'email':
      return (
        <span dir="auto" className="min-w-0">
          <EmailText email={row.email} />
        </span>
      );
    default:
      return row[column] ? <span dir="auto">{row[column]}</span> : <span className="text-muted">–</span>;
  }
}
