import { getTranslations } from 'next-intl/server';
import { getFormats } from '@/components/ui/formats';
import { correctionAddress } from '@/lib/core/address';
import { isDayAgo } from '@/lib/core/ago';
import { isolate } from '@/lib/core/isolate';
import { toSeries } from '@/lib/core/language';
import { centsOf } from '@/lib/core/number-formats';
import { STATE_TONES, toStatusWord } from '@/lib/core/status-labels';
import { type AnswerLabels, formatAnswer } from '@/lib/forms/answer-text';
import type { LeadRow, LeadsPage, PendingRow } from '@/lib/leads/list-view';
import type { RowView } from '@/lib/leads/row';
import type { Waiting } from '@/lib/response-times/waiting';

/**
 * The rows of a page with every text ready: pending submissions first, then the leads.
 *
 * @param show.withEmail with email addresses, if the form asks for them and they have no column of their own
 * @param show.withCorrect with a link to the form for each that needs a correction
 */
export async function toRowViews(
  { columns, pending, rows, readAt, statusOverrides, usualWaitMs }: LeadsPage,
  { withEmail = false, withCorrect = false } = {},
): Promise<RowView[]> {
  const formats = await getFormats();
  const t = await getTranslations('Leads');
  const states = await getTranslations('Submission.state');
  const imports = await getTranslations('Import');
  const common = await getTranslations('Common');
  const form = await getTranslations('Form');
  const labels = { formats, yes: form('yes'), no: form('no') };
  const now = new Date(readAt);
  const cents = centsOf([...pending, ...rows].map(({ value = 0 }) => value));
  const waitingText = ({ since, isAgain }: Waiting) => {
    const duration = formats.duration(since, now);
    if (usualWaitMs === undefined || isAgain) return t('waiting', { duration });
    return t('waitingUsually', { duration, usual: formats.length(usualWaitMs) });
  };
  const showsEmail = withEmail && columns.some(({ column, isShown }) => column === 'email' && !isShown);
  const correctLink = (row: PendingRow) => ({
    href: correctionAddress(row.id),
    text: imports('link.correct'),
    name: common('named', { action: imports('link.correct'), name: isolate(longTitleOf(row)) }),
  });
  const shared = (row: LeadRow | PendingRow) => ({
    ...titleOf(row),
    email: showsEmail ? row.email : undefined,
    ...answersOf(row, labels),
    value: row.value === undefined ? undefined : formats.money(row.value, row.currency, cents),
    agent: row.agentName,
    unread: row.isUnread ? t('unreadRow') : undefined,
    submitted: { ...formats.moment(row.submittedAt, now), day: formats.date(row.submittedAt) },
  });
  return [
    ...pending.map((row) =>
      withMark(
        {
          ...shared(row),
          reason: row.reason,
          correct: withCorrect && needsCorrection(row) ? correctLink(row) : undefined,
          key: row.id,
          href: `/submissions/${encodeURIComponent(row.id)}`,
          status: { label: states(row.state), tone: STATE_TONES[row.state] },
          changed: formats.moment(row.since, now),
        },
        row.state,
      ),
    ),
    ...rows.map((row) => {
      const { known: _, ...status } = toStatusWord(row.status, statusOverrides);
      return withMark(
        {
          ...shared(row),
          key: row.submissionId ?? row.id,
          href: `/leads/${encodeURIComponent(row.id)}`,
          status,
          changed: formats.moment(row.changedAt, now),
          waiting: row.waiting && isDayAgo(row.waiting.since, now) ? waitingText(row.waiting) : undefined,
        },
        row.status,
      );
    }),
  ];
}

/** Several people of one company may be in a list. */
const longTitleOf = (row: PendingRow) => {
  const { name, detail } = titleOf(row);
  return detail ? `${name}, ${detail}` : name;
};

const needsCorrection = ({ state }: PendingRow) => state === 'refused' || state === 'returned';

function answersOf({ answers = {} }: LeadRow | PendingRow, labels: AnswerLabels) {
  return Object.fromEntries(
    Object.entries(answers).map(([column, field]) => {
      const texts = formatAnswer(field, labels).map(({ text }) => withoutScheme(text));
      return [column, toSeries(labels.formats.locale, texts)];
    }),
  );
}

/** Web addresses are read in a narrow column. */
function withoutScheme(text: string): string {
  return text.replace(/^https?:\/\/(?:www\.)?/i, '');
}

/** Company over person; without a company, person over email address. */
function titleOf({ company, name, email, id }: LeadRow | PendingRow): Pick<RowView, 'name' | 'detail'> {
  const [title = id, detail] = [company, name, email].filter(
    (text, index, texts) => text && texts.indexOf(text) === index,
  );
  return { name: title, detail };
}

/**
 * The content of a row, without texts that only age: a row has changed if its mark has. Answers are left out: if one
 * changes, so does the time of the last change, and showing a column is no change of the leads in it.
 *
 * @param standing the raw status or state: an admin's new label for a status is not a change of the lead
 */
function withMark(row: Omit<RowView, 'mark'>, standing: string): RowView {
  const { name, detail, reason, value, agent, submitted, changed } = row;
  return {
    ...row,
    mark: JSON.stringify([name, detail, reason, standing, value, agent, submitted.iso, changed.iso]),
  };
}
