import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ActionChoice } from '@/components/shell/action-fields';
import { buttonClass } from '@/components/ui/button';
import { EmailText } from '@/components/ui/email-text';
import { getFormats } from '@/components/ui/formats';
import { CELL, COLUMN_HEADER, ROW, ROW_HEADER, ROWS, TABLE } from '@/components/ui/table-roles';
import { answerText } from '@/lib/forms/answer-text';
import type { FormField } from '@/lib/forms/form-model';
import type { RowView } from '@/lib/imports/list-rows';
import { FixCell } from './fix-cell';

/** At most this many corrections in one row: a post has a limit of entries. The others follow when these are saved. */
export const MAX_FIXES = 10;

/** Whether a row is sent unless the person leaves it out. What was sent before, or is a repetition, never is. */
export const canBeLeftOut = ({ knownBy, isRepeat, isLeftOut }: RowView): boolean =>
  knownBy !== 'sent' && (isLeftOut || !isRepeat);

type Props = {
  label: string;
  rows: readonly (RowView & { notes: ReactNode })[];
  fields: readonly FormField[];
};

/**
 * The rows with their values, and controls where these are wrong; a table, and cards on a narrow screen. Columns with
 * problems come first, so that nobody has to look for them.
 */
export async function RowTable({ label, rows, fields }: Props) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const wrong = new Set(rows.flatMap((row) => (row.isLeftOut ? [] : row.wrong.map(({ field }) => field.id))));
  const filled = new Set(rows.flatMap(({ others }) => others.map(({ id }) => id)));
  const columns = [
    ...fields.filter(({ id }) => wrong.has(id)),
    ...fields.filter(({ id }) => filled.has(id) && !wrong.has(id)),
  ];
  const head = [t('columnSend'), common('row'), common('lead'), ...columns.map((field) => field.label)];
  const first = firstCells(rows);
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that may scroll must be reachable by keyboard
      tabIndex={0}
      className="relative rounded-card border border-line bg-surface lg:overflow-x-auto"
    >
      <table {...TABLE} className="w-full border-collapse max-lg:block">
        <thead {...ROWS} className="max-lg:sr-only">
          <tr {...ROW}>
            {head.map((text, index) => (
              <th
                // Labels of fields may repeat.
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={index}
                {...COLUMN_HEADER}
                scope="col"
                dir="auto"
                className="bg-sunken px-3 py-1.5 text-left text-sm font-normal whitespace-nowrap text-muted"
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROWS} className="max-lg:block">
          {rows.map((row) => (
            <TableRow key={row.position} row={row} columns={columns} first={first} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The first cell of each field with the same in the file. */
function firstCells(rows: readonly RowView[]): ReadonlySet<string> {
  const seen = new Map<string, string>();
  for (const { position, isLeftOut, wrong } of rows)
    for (const { field, inFile } of isLeftOut ? [] : wrong) {
      const value = `${field.id} ${inFile}`;
      if (!seen.has(value)) seen.set(value, `${position} ${field.id}`);
    }
  return new Set(seen.values());
}

type RowProps = {
  row: RowView & { notes: ReactNode };
  columns: readonly FormField[];
  first: ReadonlySet<string>;
};

const TD = 'px-3 py-1.5 align-top max-lg:p-0';

async function TableRow({ row, columns, first }: RowProps) {
  const t = await getTranslations('Import');
  const common = await getTranslations('Common');
  const { position, line, company, person, isLeftOut, wrong, notes } = row;
  const name = t('rowNamed', { line, name: company || person || t('unnamedRow') });
  return (
    <tr
      {...ROW}
      className={`border-t border-line max-lg:relative max-lg:block max-lg:py-2 max-lg:pr-3 max-lg:pl-11 ${isLeftOut ? 'text-muted' : ''}`}
    >
      <td {...CELL} className={`${TD} max-lg:absolute max-lg:top-2 max-lg:left-3`}>
        {canBeLeftOut(row) && (
          <ActionChoice
            type="checkbox"
            name={`send.${position}`}
            value="yes"
            isChosen={!isLeftOut}
            className="flex min-h-6 items-center"
          >
            <span className="sr-only">{common('named', { action: t('columnSend'), name })}</span>
          </ActionChoice>
        )}
      </td>
      <td {...CELL} className={`${TD} text-muted tabular-nums max-lg:hidden`}>
        {line}
      </td>
      <th {...ROW_HEADER} scope="row" className={`${TD} text-left font-normal max-lg:block`}>
        <div className="min-w-36 wrap-anywhere lg:max-w-72">
          <span className="sr-only">{name}</span>
          <span aria-hidden="true" className="text-muted lg:hidden">
            {line}{' '}
          </span>
          <bdi aria-hidden="true" className="font-semibold">
            {company || person || t('unnamedRow')}
          </bdi>
          {company && person && (
            <>
              {' '}
              <bdi className="text-muted">{person}</bdi>
            </>
          )}
          {notes}
          {wrong.length > 0 && !isLeftOut && (
            <button
              type="submit"
              name="draft"
              value={position}
              aria-label={common('named', { action: t('toDraft'), name })}
              className={buttonClass({
                variant: 'ghost',
                size: 'small',
                className: '-ml-2.5 flex! text-accent!',
              })}
            >
              {t('toDraft')}
            </button>
          )}
        </div>
      </th>
      <Values row={row} columns={columns} first={first} />
    </tr>
  );
}

/** What the row holds: on a narrow screen one after the other, those with problems each in its own line. */
async function Values({ row, columns, first }: RowProps) {
  const { position, isLeftOut, wrong, others } = row;
  const answers = new Map(others.map((answer) => [answer.id, answer]));
  const form = await getTranslations('Form');
  const labels = { formats: await getFormats(), yes: form('yes'), no: form('no') };
  return columns.map((field) => {
    const place = wrong.findIndex((one) => one.field.id === field.id);
    const cell = isLeftOut ? undefined : wrong[place];
    const answer = answers.get(field.id);
    const text = answer && answerText(answer, labels);
    const isEmail = field.kind === 'email';
    if (cell) {
      return (
        <td
          key={field.id}
          {...CELL}
          className={`${TD} bg-danger-soft max-lg:mt-2 max-lg:mb-1 max-lg:block max-lg:rounded-control max-lg:p-2`}
        >
          <FixCell
            position={position}
            cell={cell}
            isFirst={first.has(`${position} ${field.id}`)}
            isOpen={place < MAX_FIXES}
          />
        </td>
      );
    }
    return (
      <td
        key={field.id}
        {...CELL}
        className={`${TD} max-lg:pr-2.5 max-lg:text-sm ${text !== undefined ? 'max-lg:inline-block max-lg:max-w-full' : 'max-lg:hidden'}`}
      >
        {text !== undefined && (
          <div dir="auto" className={`wrap-anywhere lg:max-w-64 ${isEmail ? 'lg:min-w-36' : 'lg:min-w-20'}`}>
            <span className="text-muted lg:sr-only">{field.label} </span>
            <bdi>{isEmail ? <EmailText email={text} /> : text}</bdi>
          </div>
        )}
      </td>
    );
  });
}
