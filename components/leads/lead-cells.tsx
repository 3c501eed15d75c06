import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { RelativeTime, ShortTime } from '@/components/ui/relative-time';
import { CELL, ROW_HEADER } from '@/components/ui/table-roles';
import type { Column, RowView } from '@/lib/leads/row';

/**
 * The cells of one row. The link of the first covers the whole row. On a phone the same row is a card.
 */
export function LeadCells({ row, columns }: { row: RowView; columns: readonly Column[] }) {
  return columns.map((column) =>
    column === 'name' ? (
      <th key={column} {...ROW_HEADER} scope="row" className={CELL_CLASSES.name}>
        <Lead row={row} email={columns.includes('email') ? undefined : row.email} />
        <Rejection row={row} />
      </th>
    ) : (
      <td key={column} {...CELL} className={CELL_CLASSES[column]}>
        {contentOf(row, column)}
      </td>
    ),
  );
}

const TABLE_CELL =
  'wide:table-cell wide:border-t wide:border-line wide:px-4 wide:py-2.5 wide:align-top in-data-[density=compact]:wide:py-1 wide:print:px-2 print:text-xs';
/** Card cells that would be empty take no room. */
const CARD_CELL = 'min-w-0 narrow:empty:hidden';
/** Only in the table. */
const ANSWER_CELL = `${TABLE_CELL} narrow:hidden wide:max-w-48 wide:truncate wide:print:max-w-none wide:print:whitespace-normal`;

const CELL_CLASSES: Record<Column, string> = {
  name: `${TABLE_CELL} ${CARD_CELL} narrow:row-span-2 text-left font-normal wide:w-1/3 wide:print:w-auto lg:min-w-48`,
  status: `${TABLE_CELL} ${CARD_CELL} narrow:col-start-2 narrow:max-w-40 narrow:justify-self-end lg:min-w-36 print:min-w-28`,
  value: `${TABLE_CELL} ${CARD_CELL} narrow:col-start-2 narrow:text-right wide:text-right wide:whitespace-nowrap`,
  agent: `${TABLE_CELL} ${CARD_CELL} narrow:col-start-2 narrow:row-start-3 narrow:truncate narrow:text-right narrow:text-xs narrow:text-muted lg:min-w-32 xl:max-w-52 xl:truncate print:min-w-20 print:whitespace-normal`,
  changed: `${TABLE_CELL} ${CARD_CELL} narrow:col-start-1 narrow:row-start-3 text-muted narrow:text-xs lg:whitespace-nowrap print:min-w-24 print:whitespace-normal`,
  submitted: `${TABLE_CELL} text-muted narrow:hidden lg:whitespace-nowrap print:min-w-24 print:whitespace-normal`,
  email: ANSWER_CELL,
  phone: ANSWER_CELL,
  website: ANSWER_CELL,
  source: ANSWER_CELL,
  'close-date': ANSWER_CELL,
};

/** @param email shown beside the person where there is room for it, unless it has a column of its own */
function Lead({ row, email }: { row: RowView; email: string | undefined }) {
  const hasEmail = email && email !== row.name && email !== row.detail;
  return (
    <a
      href={row.href}
      data-soft="page"
      data-opens={row.key}
      dir="auto"
      className="block in-data-[density=compact]:wide:flex in-data-[density=compact]:wide:gap-x-2 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
    >
      {/* Beside the name, whose direction is its own. */}
      {row.unread && <span className="sr-only">{row.unread} </span>}
      <bdi className="block font-semibold text-ink narrow:truncate wide:line-clamp-2 in-data-[density=compact]:wide:line-clamp-1 in-data-[density=compact]:wide:max-w-2/3 in-data-[density=compact]:wide:shrink-0 wide:print:line-clamp-none">
        {row.unread && <UnreadDot />}
        {row.name}
      </bdi>
      {row.detail && (
        <>
          <span className="sr-only"> – </span>
          <bdi className="block text-sm text-muted narrow:truncate wide:line-clamp-2 in-data-[density=compact]:wide:line-clamp-1 wide:print:line-clamp-none">
            {row.detail}
            {hasEmail && (
              <span className="max-xl:hidden print:hidden">
                {' · '}
                <bdi>{email}</bdi>
              </span>
            )}
          </bdi>
        </>
      )}
    </a>
  );
}

/** Why a lead was rejected, and the link to the form: above the one that covers the row. */
function Rejection({ row: { reason, correct } }: { row: RowView }) {
  return (
    <>
      {reason && (
        <bdi className="line-clamp-3 text-sm text-muted in-data-[density=compact]:wide:line-clamp-1 print:line-clamp-none">
          {reason}
        </bdi>
      )}
      {correct && (
        <a
          href={correct.href}
          aria-label={correct.name}
          className="relative flex min-h-11 w-fit items-center text-sm text-accent underline wide:min-h-8 print:hidden"
        >
          {correct.text}
        </a>
      )}
    </>
  );
}

function UnreadDot() {
  return <span className="me-2 inline-block size-2 rounded-full bg-accent-solid align-middle print:hidden" />;
}

function contentOf(row: RowView, column: Exclude<Column, 'name'>): ReactNode {
  switch (column) {
    case 'status':
      return (
        <>
          <Badge {...row.status} />
          {row.waiting && <span className="block text-xs text-muted narrow:hidden">{row.waiting}</span>}
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
