import type { ReactNode } from 'react';

/** Pairs of a term and its description. */
export function DescriptionList({ children }: { children: ReactNode }) {
  return <dl className="divide-y divide-line">{children}</dl>;
}

export function Description({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,5fr)_minmax(0,6fr)] sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4 py-2">
      <dt dir="auto" className="text-sm text-muted">
        {term}
      </dt>
      <dd dir="auto" className="min-w-0">
        {children}
      </dd>
    </div>
  );
}
