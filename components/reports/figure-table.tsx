import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Sparkline } from '@/components/charts/sparkline';
import { Icon, type IconName } from '@/components/ui/icons';
import { CELL, COLUMN_HEADER, ROW, ROW_HEADER, ROWS, TABLE } from '@/components/ui/table-roles';
import type { FigureView } from './figures';

export type FigureRow = { id: string; name: ReactNode; href?: string; figures: readonly FigureView[] };

/** Where a column's header leads, and whether the rows are in its order. */
export type ColumnSort = { href: string; sorted?: 'ascending' | 'descending' | undefined };

type Props = {
  /** Of the heading, which names the section around it. */
  id: string;
  title: string;
  /** Beside the heading: how the rows are ordered. */
  aside?: ReactNode;
  /** The heading of the first column, which names the rows. */
  name: string;
  /** All with the same figures. */
  rows: readonly FigureRow[];
  /** Of the column of a figure, or of the names; without it, nothing is sorted. */
  sortOf?: ((key: string) => ColumnSort) | undefined;
};

/** A heading and rows of figures: a table, on a phone cards from the same markup. */
export function FigureTable({ id: headingId, title, aside, name, rows, sortOf }: Props) {
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      <table
        {...TABLE}
        className="w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface narrow:block"
      >
        <caption className="sr-only">{title}</caption>
        <thead {...ROWS} className="narrow:sr-only narrow:focus-within:not-sr-only narrow:focus-within:block">
          <tr {...ROW} className="bg-sunken text-sm text-muted">
            <HeadCell label={name} sort={sortOf?.('name')} align="left" />
            {(rows[0]?.figures ?? []).map(({ key, label, hint }) => (
              <HeadCell key={key} label={label} hint={hint} sort={sortOf?.(key)} align="right" />
            ))}
          </tr>
        </thead>
        <tbody {...ROWS} className="narrow:block">
          {rows.map(({ id, name: rowName, href, figures }) => (
            <tr
              key={id}
              {...ROW}
              className="narrow:grid narrow:grid-cols-2 narrow:gap-x-4 sm:narrow:grid-cols-4 md:narrow:grid-cols-5 narrow:px-4 narrow:py-3 narrow:not-first:border-t narrow:not-first:border-line wide:*:border-t wide:*:border-line"
            >
              <th
                {...ROW_HEADER}
                scope="row"
                className="text-left align-top font-semibold narrow:col-span-full narrow:pb-1 px-3 narrow:px-0 wide:min-w-24 wide:py-2 print:min-w-16 print:px-0.5 print:text-xs"
              >
                {href ? (
                  <a href={href} className="text-accent hover:underline">
                    <bdi>{rowName}</bdi>
                  </a>
                ) : (
                  <bdi>{rowName}</bdi>
                )}
              </th>
              {figures.map((figure) => (
                <FigureCell key={figure.key} figure={figure} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

type HeadProps = {
  label: string;
  hint?: string | undefined;
  sort?: ColumnSort | undefined;
  align: 'left' | 'right';
};

function HeadCell({ label, hint, sort, align }: HeadProps) {
  return (
    <th
      {...COLUMN_HEADER}
      scope="col"
      aria-sort={sort?.sorted}
      className={`${INSET} font-normal ${align === 'right' ? 'text-right' : 'text-left'}`}
    >
      {sort ? (
        <a
          href={sort.href}
          className={`inline-flex min-h-6 items-center gap-1 hover:text-ink hover:underline ${sort.sorted ? 'font-semibold text-ink' : ''}`}
        >
          {label}
          <Icon
            name={iconOf(sort)}
            className={`size-3.5 shrink-0 print:hidden ${sort.sorted ? '' : 'opacity-50'}`}
          />
        </a>
      ) : (
        label
      )}
      {hint && <span className="block text-xs">{hint}</span>}
    </th>
  );
}

function iconOf({ sorted }: ColumnSort): IconName {
  if (!sorted) return 'chevrons-up-down';
  return sorted === 'ascending' ? 'arrow-up' : 'arrow-down';
}

/** Ten columns fit on paper; where a language has longer words than all of ours, they break. */
const INSET = 'px-3 py-2 align-bottom print:px-0.5 print:text-xs print:wrap-anywhere print:hyphens-auto';

async function FigureCell({ figure: { label, text, before, href, counts } }: { figure: FigureView }) {
  const t = await getTranslations('Reports');
  return (
    <td
      {...CELL}
      className="px-3 align-top wrap-normal narrow:px-0 narrow:py-1 wide:py-2 print:px-0.5 print:text-xs wide:text-right lg:whitespace-nowrap"
    >
      <span aria-hidden="true" className="block text-sm text-muted wide:hidden">
        {label}
      </span>
      {counts && (
        <span className="mr-2 print:hidden">
          <Sparkline counts={counts} />
        </span>
      )}
      <span className="narrow:mr-2">{href ? <FigureLink href={href} text={text} /> : text}</span>
      {before !== undefined && (
        <span className="text-xs text-muted narrow:inline-block wide:block">
          {t('before', { figure: before })}
        </span>
      )}
    </td>
  );
}

/** A number of a report that leads to what it counts. */
export function FigureLink({ href, text }: { href: string; text: string }) {
  return (
    <a
      href={href}
      className="underline decoration-line-strong decoration-1 underline-offset-4 hover:text-accent hover:decoration-accent"
    >
      {text}
    </a>
  );
}
