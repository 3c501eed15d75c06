import { Badge } from '@/components/ui/badge';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { LinkButton } from '@/components/ui/link-button';
import { CELL, ROW, ROW_HEADER, ROWS, TABLE } from '@/components/ui/table-roles';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { Tone } from '@/lib/core/status-words';

/** One area that the desk keeps in order. */
export type OverviewRow = {
  subject: string;
  /** The page with the details, where what is wrong can be put right. */
  href?: string;
  /** The label of the link to it, if something is wrong. */
  cure?: string;
  state: { tone: Tone; label: string };
  /** What is wrong and what to do about it, in short sentences. */
  problems?: string[];
  /** The other known facts. */
  details: string[];
  /** Shown only when asked for, under this label. */
  foldedAs?: string;
  /** An error as recorded, for whoever reports it. */
  noted?: string;
};

/** Whether an admin has to act: only then a row asks for attention. */
const needsAction = ({ state: { tone } }: OverviewRow) => tone === 'bad' || tone === 'warn';

/** Everything at a glance: first what needs an admin, the most urgent on top, then what is fine, in small print. */
export function OverviewTable({ caption, rows }: { caption: string; rows: OverviewRow[] }) {
  const urgent = rows.filter(needsAction);
  const failing = urgent.filter(({ state }) => state.tone === 'bad');
  const warnings = urgent.filter(({ state }) => state.tone === 'warn');
  return (
    <table {...TABLE} className="block space-y-4">
      <caption className="sr-only">{caption}</caption>
      {urgent.length > 0 && (
        <tbody {...ROWS} className="block space-y-3">
          {[...failing, ...warnings].map((row) => (
            <UrgentRow key={row.subject} row={row} />
          ))}
        </tbody>
      )}
      <tbody
        {...ROWS}
        className="block divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
      >
        {rows
          .filter((row) => !needsAction(row))
          .map((row) => (
            <QuietRow key={row.subject} row={row} />
          ))}
      </tbody>
    </table>
  );
}

function UrgentRow({
  row: { subject, href, cure, state, problems = [], details, noted },
}: {
  row: OverviewRow;
}) {
  return (
    <tr
      {...ROW}
      className={`${TONE_CLASSES[state.tone]} grid gap-x-6 gap-y-1.5 rounded-card border border-l-4 border-tone-line border-l-tone bg-surface px-4 py-3.5 sm:grid-cols-[minmax(0,1fr)_auto] sm:px-5`}
    >
      <th {...ROW_HEADER} scope="row" className="text-left text-lg font-semibold">
        {subject}
      </th>
      <td {...CELL} className="sm:justify-self-end max-sm:order-first">
        <Badge {...state} />
      </td>
      <td {...CELL} className="max-w-prose space-y-1">
        {problems.map((problem) => (
          <p key={problem} dir="auto">
            {problem}
          </p>
        ))}
        <Details details={details} noted={noted} />
      </td>
      {href && cure && (
        <td {...CELL} className="max-sm:pt-1.5 sm:self-end sm:justify-self-end">
          <LinkButton href={href} size="small" className="max-sm:min-h-11">
            {cure}
          </LinkButton>
        </td>
      )}
    </tr>
  );
}

function QuietRow({
  row: { subject, href, state, problems = [], details, foldedAs, noted },
}: {
  row: OverviewRow;
}) {
  const isGood = state.tone === 'good';
  // Of the others, the facts say it all.
  const saysState = !isGood && state.tone !== 'neutral';
  return (
    <tr
      {...ROW}
      className="relative grid gap-x-6 px-4 py-2.5 text-sm text-muted sm:grid-cols-[--spacing(44)_minmax(0,1fr)] sm:px-5"
    >
      <th
        {...ROW_HEADER}
        scope="row"
        className="flex items-start gap-2 text-left font-normal text-ink sm:row-span-2"
      >
        <span className={`${TONE_CLASSES[state.tone]} pt-0.5 ${isGood ? 'text-tone' : 'text-muted'}`}>
          <Icon name={state.tone === 'neutral' ? 'info' : TONE_ICONS[state.tone]} />
        </span>
        {href ? (
          <a
            href={href}
            className="underline decoration-line-strong decoration-1 underline-offset-4 hover:text-accent hover:decoration-accent"
          >
            {subject}
          </a>
        ) : (
          subject
        )}
      </th>
      <td {...CELL} className={saysState ? 'max-sm:pl-6 sm:col-start-2' : 'sr-only'}>
        {state.label}
      </td>
      <td {...CELL} className="max-sm:pl-6 sm:col-start-2">
        {foldedAs === undefined ? (
          <Details details={[...problems, ...details]} noted={noted} />
        ) : (
          <details>
            <summary className="min-h-6 w-fit text-accent hover:underline">{foldedAs}</summary>
            <Details details={details} />
          </details>
        )}
      </td>
    </tr>
  );
}

function Details({ details, noted }: Pick<OverviewRow, 'details' | 'noted'>) {
  return (
    <div className="text-sm text-muted">
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
    </div>
  );
}
