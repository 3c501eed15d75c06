'use client';

import { Component, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { LeadTable } from '@/components/leads/lead-table';
import { type Freshness, LiveControls } from '@/components/leads/live-controls';
import { useLive } from '@/components/leads/use-live';
import { useReturnFocus } from '@/components/leads/use-return-focus';
import { type PluralTexts, pluralText } from '@/lib/core/language';
import type { Density } from '@/lib/core/preferences';
import type { Column, RowView } from '@/lib/leads/row';
import { keepLastGood } from './last-good';
import { type AnnouncementTexts, useAnnouncements } from './use-announcements';
import { isReaderIn, useDeferredRows } from './use-deferred-rows';

type Props = {
  rows: readonly RowView[];
  /** The URL of what is shown: another URL is another list, shown immediately. */
  address: string;
  /** "37 leads, newest first, page 1 of 2": what is said. */
  summary: string;
  /** "37 leads": what is shown. */
  shownSummary: string;
  columns: readonly Column[];
  density: Density;
  freshness: Freshness;
  texts: AnnouncementTexts & { show: PluralTexts; loadFailed: string };
  head: ReactNode;
  label: string;
  /** Search and filters. */
  toolbar: ReactNode;
  /** Shown in place of an empty table. */
  empty: ReactNode;
};

/**
 * The live list of leads. Rows under the pointer or the focus never move; updates that would move them wait
 * behind one button (requirement D6).
 */
export function LiveLeads(props: Props) {
  const { rows, address, summary, shownSummary, freshness, texts, empty, toolbar, ...table } = props;
  const list = useRef<HTMLDivElement>(null);
  const controls = useRef<HTMLElement>(null);
  const live = useLive(freshness.position);
  const { shown, marks, unmark, show } = useDeferredRows({ rows, address, list });
  const { waiting } = shown;
  const { locale } = freshness;
  const waitingText = waiting > 0 ? pluralText(locale, texts.show, waiting) : '';
  const announced = useAnnouncements({ shown, address, summary, texts, waitingText, locale });
  const shownTable = { ...table, rows: shown.rows, marks, unmark };
  useEffect(() => keepLastGood({ table: shownTable, notice: texts.loadFailed }));
  useReturnFocus(list);

  return (
    <div ref={list}>
      <div className="flex flex-wrap items-center gap-2 py-2 print:hidden">
        {toolbar}
        <section
          ref={controls}
          tabIndex={-1}
          aria-label={freshness.texts.group}
          className="ml-auto flex min-w-0 items-center gap-x-3"
        >
          <p aria-hidden="true" className="text-sm whitespace-nowrap text-muted max-lg:hidden">
            {shownSummary}
          </p>
          <LiveControls freshness={freshness} live={live} />
        </section>
      </div>
      {waiting > 0 && (
        <ShowButton
          text={waitingText}
          onClick={() => {
            show();
            // The button disappears: keep the focus next to where it was.
            controls.current?.focus();
          }}
        />
      )}
      <p role="status" aria-atomic="false" className="sr-only">
        <span>{announced.summary}</span> <span>{announced.news}</span>
      </p>
      <ScrollAnchor list={list}>
        {shown.rows.length === 0 ? empty : <LeadTable {...shownTable} />}
      </ScrollAnchor>
    </div>
  );
}

/** Above the rows, so that it moves none; it stays in view while they are scrolled. */
function ShowButton({ text, onClick }: { text: string; onClick: () => void }) {
  return (
    <div className="sticky top-2 z-10 flex h-0 justify-center print:hidden">
      <button
        type="button"
        data-holds
        onClick={onClick}
        className="mt-1 h-8 rounded-control border border-accent-edge bg-accent-solid px-3 text-sm font-semibold text-on-accent shadow-raised transition-colors hover:bg-accent-solid-hover"
      >
        {text}
      </button>
    </div>
  );
}

type AnchorProps = { list: RefObject<HTMLElement | null>; children: ReactNode };

/**
 * Adjusts the scroll position when something above the list grows or shrinks (for example a banner) while the
 * reader is in it, so that the row under the pointer stays there. A class, because only a class can read the
 * DOM right before React changes it.
 */
class ScrollAnchor extends Component<AnchorProps> {
  override getSnapshotBeforeUpdate(): number | null {
    const { current } = this.props.list;
    return current && isReaderIn(current) ? topOfRows(current) : null;
  }

  override componentDidUpdate(_props: AnchorProps, _state: unknown, before: number | null): void {
    const { current } = this.props.list;
    if (before === null || !current) return;
    const moved = topOfRows(current) - before;
    if (moved !== 0) window.scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function topOfRows(list: HTMLElement): number {
  return list.querySelector('tbody')?.getBoundingClientRect().top ?? 0;
}
