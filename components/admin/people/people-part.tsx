import type { ReactNode } from 'react';
import { Icon } from '@/components/ui/icons';

/** One part of a page about people, under its heading. */
export function PeoplePart({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="pt-6">
      <h2 id={id} className="pb-2 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** The way back to the list that a page belongs to. */
export function PeopleBack({ href, text }: { href: string; text: string }) {
  return (
    <p className="-mt-2 pb-2">
      <a
        href={href}
        className="-ml-1 inline-flex min-h-8 items-center gap-1 text-sm text-accent hover:underline"
      >
        <Icon name="left" className="size-3.5" />
        {text}
      </a>
    </p>
  );
}
