'use client';

import { memo, type ReactNode, useRef } from 'react';
import { HoldStill } from './hold-still';
import { LeadCells } from './lead-cells';
import { type Freshness, LiveControls } from './live-controls';
import type { NewsTexts } from './news';
import type { Column, ColumnLabels, RowView } from './row';
import { useAnnouncements } from './use-announcements';
import { useHeldRows } from './use-held-rows';
import { useLive } from './use-live';
import { useReturnFocus } from './use-return-focus';

export type LiveLeadsTexts = NewsTexts & { showOne: string; showMany: string };

/**
 * The list of leads, kept fresh. Rows under the pointer or the focus never move; what would move them waits
 * behind one button (forms D6). `head` is the server's caption and header row.
 */
export function LiveLeads({
  rows,
  address,
  summary,
  columns,
  labels,
  freshness,
  texts,
  head,
  label,
}: {
  rows: readonly RowView[];
  /** The address of what is shown: another address is another list, shown at once. */
  address: string;
  /** "37 leads, newest first, page 1 of 2" */
  summary: string;
  columns: readonly Column[];
  labels: ColumnLabels;
  freshness: Freshness;
  texts: LiveLeadsTexts;
  head: ReactNode;
  /** Names the region that scrolls if the table is wider than the window. */
  label: string;
}) {
  const list = useRef<HTMLDivElement>(null);
  const controls = useRef<HTMLElement>(null);
  const { paused, toggle } = useLive();
  const { shown, marks, unmark, show } = useHeldRows({ rows, address, list });
  const showText = (shown.waiting === 1 ? texts.showOne : texts.showMany).replace('{count}', `${shown.waiting}`);
  const said = useAnnouncements({ shown, address, summary, texts, waitingText: shown.waiting > 0 ? showText : '' });
  useReturnFocus(list);

  return (
    <div ref={list}>
      <section
        ref={controls}
        tabIndex={-1}
        aria-label={freshness.texts.group}
        className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-2"
      >
        <p aria-hidden="true" className="mr-auto text-sm">
          {summary}
        </p>
        {shown.waiting > 0 && (
          <button
            type="button"
            data-holds
            className="min-h-8 rounded-control bg-accent px-3 text-sm font-medium text-on-accent hover:underline"
            onClick={() => {
              show();
              controls.current?.focus();
            }}
          >
            {showText}
          </button>
        )}
        <LiveControls freshness={freshness} paused={paused} toggle={toggle} />
      </section>
      <p role="status" aria-atomic="false" className="sr-only">
        <span>{said.summary}</span> <span>{said.news}</span>
      </p>
      <HoldStill list={list}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that may scroll must be reachable by keyboard */}
        <section aria-label={label} tabIndex={0} data-dims className="relative overflow-x-auto lg:border-t lg:border-line">
          <table {...TABLE} className="w-full border-separate border-spacing-0 text-sm max-lg:block">
            {head}
            <tbody {...ROWS} className="gap-3 max-lg:grid md:max-lg:grid-cols-2">
              {shown.rows.map((row) => (
                <LeadRow
                  key={row.key}
                  row={row}
                  columns={columns}
                  labels={labels}
                  mark={marks.get(row.key)}
                  unmark={unmark}
                />
              ))}
            </tbody>
          </table>
        </section>
      </HoldStill>
    </div>
  );
}

const TABLE = { role: 'table' };
const ROWS = { role: 'rowgroup' };
const ROW = { role: 'row' };

type LeadRowProps = {
  row: RowView;
  columns: readonly Column[];
  labels: ColumnLabels;
  mark: number | undefined;
  unmark: (key: string) => void;
};

const LeadRow = memo(function LeadRow({ row, columns, labels, mark, unmark }: LeadRowProps) {
  return (
    <tr
      {...ROW}
      data-row={row.key}
      onAnimationEnd={() => unmark(row.key)}
      className={`${markClass(mark)} gap-x-3 gap-y-0.5 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-start max-lg:rounded-control max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-3 lg:bg-surface lg:hover:bg-sunken`}
    >
      <LeadCells row={row} columns={columns} labels={labels} />
    </tr>
  );
});

function markClass(mark: number | undefined): string {
  if (mark === undefined) return '';
  return mark % 2 === 0 ? 'row-changed' : 'row-changed-again';
}
