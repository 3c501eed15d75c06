import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { EmailText } from '@/components/ui/email-text';
import { Time } from '@/components/ui/time';
import type { Column, ColumnLabels, RowView } from './row';

/**
 * The cells of one row. On a phone the same row is a card: then every cell shows its column's name, because
 * the header row is hidden. Roles are explicit, because Safari drops those of a table with a grid layout.
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

/**
 * External text may break anywhere: a minimum width keeps short values whole, a maximum one leaves room for
 * the rest.
 */
const CELL_CLASSES: Record<Column, string> = {
  name: `${TABLE_CELL} max-lg:row-start-1 min-w-0 text-left max-lg:text-base lg:min-w-36 lg:max-w-80`,
  email: `${TABLE_CELL} ${CARD_LINE} lg:min-w-40 lg:max-w-80 xl:min-w-52`,
  status: `${TABLE_CELL} max-lg:col-start-2 max-lg:row-start-1 max-lg:max-w-40 lg:min-w-28 lg:max-w-56`,
  value: `${TABLE_CELL} ${CARD_LINE} lg:min-w-24 lg:max-w-48 lg:text-right`,
  agent: `${TABLE_CELL} ${CARD_LINE} lg:min-w-28 lg:max-w-56 xl:min-w-36`,
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
      return row[column] ? <bdi>{row[column]}</bdi> : <span className="text-muted">–</span>;
  }
}
