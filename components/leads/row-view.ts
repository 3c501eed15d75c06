import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import type { LeadRow, LeadsPage, PendingRow } from '@/lib/leads/view';
import { STATE_TONES, toStatusWord } from '@/lib/leads/words';
import type { RowView } from './row';

/** The rows of a page with every text ready: submissions on their way first, then the leads. */
export async function toRowViews({ pending, rows, readAt }: LeadsPage): Promise<RowView[]> {
  const formats = await getFormats();
  const t = await getTranslations('Submission.state');
  const now = new Date(readAt);
  const cents = [...pending, ...rows].every(({ value = 0 }) => Number.isInteger(value)) ? 'auto' : 'always';
  const common = (row: LeadRow | PendingRow) => ({
    name: row.name || row.email || row.id,
    email: row.email,
    value: row.value === undefined ? undefined : formats.money(row.value, row.currency, cents),
    agent: row.agentName,
    submitted: formats.moment(row.submittedAt, now),
  });
  return [
    ...pending.map((row) =>
      withMark({
        ...common(row),
        key: row.id,
        href: `/submissions/${encodeURIComponent(row.id)}`,
        status: { label: t(row.state), tone: STATE_TONES[row.state] },
        changed: formats.moment(row.since, now),
      }),
    ),
    ...rows.map((row) => {
      const { label, tone } = toStatusWord(row.status);
      return withMark({
        ...common(row),
        key: row.submissionId ?? row.id,
        href: `/leads/${encodeURIComponent(row.id)}`,
        status: { label, tone },
        changed: formats.moment(row.changedAt, now),
        waiting: row.waitingSince && formats.duration(row.waitingSince, now),
      });
    }),
  ];
}

/** What a row says, without what only ages: a row changed if its mark did. */
function withMark(row: Omit<RowView, 'mark'>): RowView {
  const { name, email, status, value, agent, submitted, changed } = row;
  return {
    ...row,
    mark: JSON.stringify([name, email, status.label, value, agent, submitted.iso, changed.iso]),
  };
}
