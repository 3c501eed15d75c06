import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { RowView } from '@/lib/leads/row';
import { reconcile, type Shown } from './reconcile';

type Marks = ReadonlyMap<string, number>;

/**
 * The rows to render, given the new ones: see `reconcile`. `marks` counts the changes of each row still to be
 * marked; `show` releases the deferred updates.
 */
export function useDeferredRows({
  rows,
  address,
  list,
}: {
  rows: readonly RowView[];
  address: string;
  list: RefObject<HTMLElement | null>;
}) {
  const [shown, setShown] = useState<Shown<RowView>>({ rows, waiting: 0, changed: [] });
  const [marks, setMarks] = useState<Marks>(new Map());
  const seen = useRef({ rows, address, shown: shown.rows });

  const update = useCallback((next: Shown<RowView>) => {
    seen.current.shown = next.rows;
    setShown(next);
    if (next.changed.length === 0) return;
    setMarks(
      (marks) => new Map([...marks, ...next.changed.map((key) => [key, (marks.get(key) ?? 0) + 1] as const)]),
    );
  }, []);

  useLayoutEffect(() => {
    const last = seen.current;
    if (last.rows === rows) return;
    const elsewhere = last.address !== address;
    seen.current = { rows, address, shown: last.shown };
    update(
      elsewhere
        ? { rows, waiting: 0, changed: [] }
        : reconcile({ shown: last.shown, fresh: rows, hold: isReaderIn(list.current) }),
    );
  }, [rows, address, list, update]);

  const show = useCallback(() => {
    update(reconcile({ shown: seen.current.shown, fresh: seen.current.rows, hold: false }));
  }, [update]);

  const unmark = useCallback((key: string) => {
    setMarks((marks) => new Map([...marks].filter(([marked]) => marked !== key)));
  }, []);

  return { shown, marks, unmark, show };
}

/**
 * True while the pointer or the focus is on something that would move: a row, or the button that releases
 * rows. A finger leaves `:hover` behind where it last touched, so only a real pointer counts.
 */
export function isReaderIn(list: HTMLElement | null): boolean {
  if (!list) return false;
  const pointer = matchMedia('(hover: hover)').matches;
  return [...list.querySelectorAll('tbody, [data-holds]')].some(
    (part) => part.contains(document.activeElement) || (pointer && part.matches(':hover')),
  );
}
