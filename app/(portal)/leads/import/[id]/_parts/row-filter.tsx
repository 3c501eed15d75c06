/** A kind of rows, with how many there are and where they are listed. */
export type RowKind = { key: string; href: string; text: string; isCurrent: boolean };

/** The kinds of rows as links; the current one is marked. */
export function RowFilter({ label, kinds }: { label: string; kinds: readonly RowKind[] }) {
  return (
    <nav aria-label={label} className="print:hidden">
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {kinds.map(({ key, href, text, isCurrent }) => (
          <li key={key}>
            <a
              href={href}
              aria-current={isCurrent ? 'page' : undefined}
              className="inline-flex min-h-8 items-center border-b-2 border-transparent text-accent aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-ink"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
