'use client';

import type { ReactNode } from 'react';
import { useFocusFor } from './use-focus-for';

/** A text that takes the focus on arrival, and whenever it stands for something else. */
export function FocusedText({ focusFor, children }: { focusFor: string; children: ReactNode }) {
  const place = useFocusFor<HTMLSpanElement>(focusFor);
  return (
    <span ref={place} tabIndex={-1} className="outline-none">
      {children}
    </span>
  );
}
