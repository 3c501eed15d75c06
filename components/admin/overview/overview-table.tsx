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
};

/** Everything at a glance: each area, its state, and the known facts. */
export function OverviewTable({ caption, rows }: { caption: string; rows: OverviewRow[] }) {
  return (
    <table className="w-full border-y border-line bg-surface text-sm">
      <caption className="sr-only">{caption}</caption>
      <tbody className="divide-y divide-line">
        {rows.map(({ subject, href, state, details }) => (
          <tr
            key={subject}
            className="grid gap-x-6 gap-y-1 px-3 py-3 sm:grid-cols-[12rem_12rem_minmax(0,1fr)]"
          >
            <th scope="row" className="text-left font-semibold">
              {href ? (
                <a href={href} className="text-accent underline">
                  {subject}
                </a>
              ) : (
                subject
              )}
            </th>
            <td>
              <Badge tone={state.tone} label={state.label} />
            </td>
            <td className="text-muted">
              {details.map((detail) => (
                <p key={detail} dir="auto">
                  {detail}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
