import { Badge } from '@/components/ui/badge';
import type { Tone } from '@/lib/core/status-words';

/** One area that the desk keeps in order. */
export type OverviewRow = {
  subject: string;
  /** The page with the details. */
  href?: string;
  state: { tone: Tone; label: string };
  /** The known facts, in short sentences. */
  details: string[];
  /** An error as recorded, for whoever reports it. */
  noted?: string;
};

/** Everything at a glance: each area, its state, and the known facts. */
export function OverviewTable({ caption, rows }: { caption: string; rows: OverviewRow[] }) {
  return (
    <table className="block overflow-hidden rounded-card border border-line bg-surface">
      <caption className="sr-only">{caption}</caption>
      <tbody className="block divide-y divide-line">
        {rows.map(({ subject, href, state, details, noted }) => (
          <tr
            key={subject}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-1 px-4 py-3.5 sm:grid-cols-[--spacing(40)_minmax(0,1fr)] xl:grid-cols-[--spacing(48)_--spacing(48)_minmax(0,1fr)]"
          >
            <th scope="row" className="text-left font-semibold">
              {href ? (
                <a href={href} className="text-accent hover:underline">
                  {subject}
                </a>
              ) : (
                subject
              )}
            </th>
            <td className="max-xl:col-start-2">
              <Badge tone={state.tone} label={state.label} />
            </td>
            <td className="text-muted max-xl:col-start-2 max-sm:col-span-2 max-sm:col-start-1">
              {details.map((detail) => (
                <p key={detail} dir="auto">
                  {detail}
                </p>
              ))}
              {noted && (
                <bdi className="block text-xs wrap-anywhere">
                  <code className="font-mono">{noted}</code>
                </bdi>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
