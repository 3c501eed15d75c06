import type { ReactNode } from 'react';

type Props = {
  /** The id of the heading; it also names the region. */
  id: string;
  title: ReactNode;
  /** Beside the heading: actions, or when it was true. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A bordered part of a page with its own heading. */
export function Card({ id, title, aside, children }: Props) {
  return (
    <section aria-labelledby={id} className={`${CARD} px-4 py-4 sm:px-5`}>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** A card in a list on the page. */
export const LIST_CARD = 'rounded-control border border-line bg-surface px-4 py-4 sm:px-5';

/** The surface of a card, for parts that render their own heading. */
export const CARD = 'rounded-card border border-line bg-surface print:border-0 print:p-0';
