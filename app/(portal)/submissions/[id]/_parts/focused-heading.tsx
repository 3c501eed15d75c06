'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/** The heading of a result page: takes the focus on arrival only (requirement F24). */
export function FocusedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto" className="text-xl font-semibold wrap-anywhere sm:text-2xl">
      {children}
    </h1>
  );
}
