'use client';

import { type ChangeEvent, type ReactNode, useEffect, useRef } from 'react';
import { useAreaResult } from '@/components/shell/action-form';
import { formName } from '@/lib/core/action-result';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * Around the form that corrects rows. A value that is meant for all rows with the same in the file is shown in those of
 * this page at once; the server sets it in all of them. Leaving the page with corrections that are not saved asks first.
 */
export function SameValues({ children }: { children: ReactNode }) {
  const isChanged = useRef(false);
  const result = useAreaResult();
  useEffect(() => {
    // What was posted was not stored: it stands in the controls again.
    if (result?.form === formName('save') && result.values) isChanged.current = true;
  }, [result]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isChanged.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <div
      onChange={(event: ChangeEvent<HTMLDivElement>) => {
        isChanged.current = true;
        fillSame(event.currentTarget, event.target);
      }}
      onSubmit={() => {
        isChanged.current = false;
      }}
    >
      {children}
    </div>
  );
}

/** Copies the value of a cell that is meant for all to the others with the same in the file. */
function fillSame(table: Element, changed: Element) {
  const cell = changed.closest<HTMLElement>('[data-same]');
  if (!cell?.querySelector('input[type=checkbox]:checked')) return;
  const value = controlIn(cell)?.value ?? '';
  for (const other of table.querySelectorAll<HTMLElement>('[data-same]')) {
    const control = controlIn(other);
    if (other !== cell && other.dataset.same === cell.dataset.same && control) control.value = value;
  }
}

const controlIn = (cell: Element) =>
  cell.querySelector<Control>('select, textarea, input:not([type=checkbox])');
