import type { ReactNode } from 'react';

type Props = {
  /** What opens it. */
  summary: string;
  caption: string;
  columns: readonly string[];
  rows: readonly { key: string; name: ReactNode; numbers: readonly string[] }[];
};

/** The numbers of a chart, for everyone who does not see it, and on paper. */
export function ChartTable({ summary, caption, columns, rows }: Props) {
  return (
    <details className="mt-3 text-sm print:hidden">
      <summary className="min-h-8 w-fit text-accent hover:underline">{summary}</summary>
      <div className="overflow-x-auto">
        <table className="mt-2 w-full">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b border-line text-muted">
              {columns.map((column, index) => (
                <th key={column} scope="col" className={`py-1.5 font-normal ${index ? NUMBER : 'text-left'}`}>
                  <bdi>{column}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, numbers }) => (
              <tr key={key} className="border-b border-line">
                <th scope="row" className="py-1.5 text-left font-normal">
                  {name}
                </th>
                {numbers.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column.
                  <td key={index} className={NUMBER}>
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const NUMBER = 'pl-4 text-right whitespace-nowrap';
