import type { ReactNode } from 'react';

/** One part of an admin page, under its heading. */
export function PageSection({
  id,
  title,
  intro,
  more,
  children,
}: {
  id: string;
  title: string;
  intro?: string;
  /** Says how many entries of a list are not shown. */
  more?: string | false;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {intro && <p className="max-w-prose pb-3 text-sm text-muted">{intro}</p>}
      {children}
      {more && <p className="pt-2 text-sm text-muted">{more}</p>}
    </section>
  );
}
