import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { CELL, COLUMN_HEADER, ROW, ROW_HEADER, ROWS, TABLE } from '@/components/ui/table-roles';
import type { FigureView } from './figures';

export type FigureRow = { id: string; name: ReactNode; href?: string; figures: readonly FigureView[] };

type Props = {
  /** Of the heading, which names the section around it. */
  id: string;
  title: string;
  /** The heading of the first column, which names the rows. */
  name: string;
  /** All with the same figures. */
  rows: readonly FigureRow[];
};

/** A heading and rows of figures: a table, on a phone cards from the same markup. */
export async function FigureTable({ id: headingId, title, name, rows }: Props) {
  const t = await getTranslations('Reports');
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-2">
        <h2 id={headingId} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="text-sm text-muted narrow:hidden">{t('beforeBelow')}</p>
      </div>
      <table
        {...TABLE}
        className="w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line bg-surface narrow:block"
      >
        <caption className="sr-only">{title}</caption>
        <thead {...ROWS} className="narrow:sr-only">
          <tr {...ROW} className="bg-sunken text-sm text-muted">
            <th {...COLUMN_HEADER} scope="col" className={`${INSET} text-left font-normal`}>
              {name}
            </th>
            {(rows[0]?.figures ?? []).map(({ key, label }) => (
              <th key={key} {...COLUMN_HEADER} scope="col" className={`${INSET} text-right font-normal`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...ROWS} className="narrow:block">
          {rows.map(({ id, name: rowName, href, figures }) => (
            <tr
              key={id}
              {...ROW}
              className="narrow:grid narrow:grid-cols-2 narrow:gap-x-4 narrow:px-4 narrow:py-3 narrow:not-first:border-t narrow:not-first:border-line wide:*:border-t wide:*:border-line"
            >
              <th
                {...ROW_HEADER}
                scope="row"
                className="text-left align-top font-semibold narrow:col-span-2 narrow:pb-1 px-3 narrow:px-0 wide:min-w-24 wide:py-2 print:min-w-16 print:px-0.5 print:text-xs"
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

/** Ten columns fit on paper; where a language has longer words than all of ours, they break. */
const INSET = 'px-3 py-2 align-bottom print:px-0.5 print:text-xs print:wrap-anywhere print:hyphens-auto';

async function FigureCell({ figure: { label, text, before, href } }: { figure: FigureView }) {
  const t = await getTranslations('Reports');
  return (
    <td
      {...CELL}
      className="px-3 align-top wrap-normal narrow:px-0 narrow:py-1 wide:py-2 print:px-0.5 print:text-xs wide:text-right lg:whitespace-nowrap"
    >
      <span aria-hidden="true" className="block text-sm text-muted wide:hidden">
        {label}
      </span>
      <span className="narrow:mr-2">{href ? <FigureLink href={href} text={text} /> : text}</span>
      {before !== undefined && (
        <span className="text-xs text-muted narrow:inline-block wide:block">
          {t.rich('beforeRich', {
            figure: before,
            words: (words) => <span className="wide:sr-only">{words}</span>,
          })}
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
