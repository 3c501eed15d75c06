import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { FocusedText } from '@/components/ui/focused-text';

/** One part of an admin page, under its heading. */
export function PageSection({
  id,
  title,
  intro,
  more,
  focusFor,
  children,
}: {
  id: string;
  title: string;
  intro?: string;
  /** Says how many entries of a list are not shown. */
  more?: string | false;
  /** The heading takes the focus whenever this is another one: it is what the person asked for. */
  focusFor?: string;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={`${id}-title`} id={id} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {focusFor === undefined ? title : <FocusedText focusFor={focusFor}>{title}</FocusedText>}
      </h2>
      {intro && <p className="max-w-prose pb-3 text-sm text-muted">{intro}</p>}
      {children}
      {more && <p className="pt-2 text-sm text-muted">{more}</p>}
    </section>
  );
}

type ListProps = {
  id: string;
  title: string;
  intro: string;
  listed: { rows: unknown[]; more: number };
  children: ReactNode;
};

/** A list of an admin page, left out while it is empty. */
export async function ListSection({ listed: { rows, more }, ...section }: ListProps) {
  const common = await getTranslations('Common');
  if (rows.length === 0) return null;
  return <PageSection {...section} more={more > 0 && common('andMore', { count: more })} />;
}
