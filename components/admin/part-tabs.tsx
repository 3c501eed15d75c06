import type { ReactNode } from 'react';

/** Tabs of one admin page, each with its own URL. */
export function PartTabs({
  label,
  parts,
}: {
  /** The label of the landmark. */
  label: string;
  parts: readonly { href: string; text: string; isHere: boolean; mark?: ReactNode }[];
}) {
  return (
    <nav aria-label={label} className="mb-5 overflow-x-auto">
      <ul className="flex gap-1">
        {parts.map(({ href, text, isHere, mark }) => (
          <li key={href} className="shrink-0">
            <a
              href={href}
              aria-current={isHere ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-semibold whitespace-nowrap text-muted transition-colors hover:bg-hover hover:text-ink sm:min-h-9 aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
            >
              {text}
              {mark}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
