import { Badge } from '@/components/ui/badge';
import { CARD } from '@/components/ui/card';
import type { Tone } from '@/lib/core/status-labels';

/** A row with what became of it, every text ready. */
export type ResultView = {
  key: string;
  name: string;
  tone: Tone;
  outcome: string;
  reason?: string;
  /** Where it can be seen or corrected. */
  links: { href: string; text: string; name: string }[];
};

/** What became of each row. */
export function ResultList({ label, rows }: { label: string; rows: readonly ResultView[] }) {
  return (
    <ul aria-label={label} className={`${CARD} mb-4 divide-y divide-line`}>
      {rows.map(({ key, name, tone, outcome, reason, links }) => (
        <li
          key={key}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3 sm:px-5"
        >
          <div className="min-w-0 grow basis-72">
            <p dir="auto" className="font-semibold wrap-anywhere">
              {name}
            </p>
            {reason && (
              <p dir="auto" className="wrap-anywhere">
                {reason}
              </p>
            )}
          </div>
          <Badge tone={tone} label={outcome} />
          {links.map(({ href, text, name: linkName }) => (
            <a
              key={href}
              href={href}
              aria-label={linkName}
              className="inline-flex min-h-8 items-center text-accent hover:underline"
            >
              {text}
            </a>
          ))}
        </li>
      ))}
    </ul>
  );
}
