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
    <nav aria-label={label} className="mb-5 border-b border-line">
      <ul className="scroll-tabs -mx-2 -mb-px flex">
        {parts.map(({ href, text, isHere, mark }) => (
          <li key={href} className="shrink-0">
            <a
              href={href}
              aria-current={isHere ? 'page' : undefined}
              className="inline-flex min-h-11 items-center gap-2 border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink aria-[current=page]:[scroll-initial-target:nearest] sm:min-h-10"
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
