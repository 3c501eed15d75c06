import type { ReactNode } from 'react';

/** The only `h1` of a page, with its actions next to it. */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h1 dir="auto" className="min-w-0 text-xl font-semibold wrap-anywhere">
        {title}
      </h1>
      {children}
    </div>
  );
}
