import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { Time } from '@/components/ui/time';
import { STATE_TONES } from '@/lib/core/status-labels';
import type { DeadView, ErrorView, OverdueView, SentView, UnclearView } from './submission-view';

/** Submissions whose outcome the desk is determining automatically. */
export async function UnclearTable({ rows }: { rows: UnclearView[] }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  const states = await getTranslations('Submission.state');
  return (
    <CardTable
      caption={states('confirming')}
      columns={[
        common('submission'),
        common('agent'),
        t('column.sent'),
        t('column.searches'),
        t('column.nextSearch'),
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <bdi key="name">{row.name}</bdi>,
          <bdi key="owner">{row.owner}</bdi>,
          <span key="sent">
            {row.sent.at && <RelativeTime moment={row.sent.at} />}
            <Answer sent={row.sent} />
            {row.attempts > 1 && (
              <span className="block text-muted">{t('attempts', { attempts: row.attempts })}</span>
            )}
          </span>,
          t('searches', { searches: row.searches }),
          row.nextSearch ? <Time key="next" moment={row.nextSearch} /> : t('searchDue'),
        ],
      }))}
    />
  );
}

/** The response to a request, under its time. */
export function Answer({ sent: { answer, message } }: { sent: Omit<SentView, 'at'> }) {
  return (
    <span className="block text-muted">
      {answer}
      {message && (
        <bdi className="block text-xs wrap-anywhere">
          <code className="font-mono">{message}</code>
        </bdi>
      )}
    </span>
  );
}

/** Submissions that wait longer than usual, and the reason. */
export async function OverdueTable({ rows }: { rows: OverdueView[] }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('overdue')}
      columns={[
        common('submission'),
        common('agent'),
        common('submitted'),
        t('column.error'),
        t('column.nextTry'),
      ]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <bdi key="name">{row.name}</bdi>,
          <bdi key="owner">{row.owner}</bdi>,
          <RelativeTime key="queued" moment={row.queued} />,
          <WhatWentWrong key="error" error={row.error} />,
          row.nextTry ? <Time key="next" moment={row.nextTry} /> : t('noNextTry'),
        ],
      }))}
    />
  );
}

/** Dead jobs; a person can requeue them. */
export async function DeadTable({ rows }: { rows: DeadView[] }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('dead')}
      columns={[t('column.work'), t('column.since'), t('column.error'), t('column.decision')]}
      rows={rows.map((row) => ({
        key: String(row.id),
        cells: [
          <span key="what">
            {row.what}{' '}
            <code className="block font-mono text-xs font-normal wrap-anywhere text-muted">{row.key}</code>
          </span>,
          <RelativeTime key="since" moment={row.since} />,
          <WhatWentWrong key="error" error={row.error} />,
          <ActionForm key="again" command="retry-job" subject={String(row.id)} about={{ job: row.id }}>
            <SubmitButton
              size="small"
              aria-label={common('named', { action: t('tryAgain'), name: row.what })}
            >
              {t('tryAgain')}
            </SubmitButton>
          </ActionForm>,
        ],
      }))}
    />
  );
}

function WhatWentWrong({ error: { text, noted } }: { error: ErrorView }) {
  return (
    <>
      {text}
      {noted && (
        <bdi className="block text-xs wrap-anywhere text-muted">
          <code className="font-mono">{noted}</code>
        </bdi>
      )}
    </>
  );
}

const STATES = ['queued', 'sending', 'confirming', 'review', 'refused'] as const;

/** The number of submissions in each non-final state. */
export async function StateCounts({ counts }: { counts: ReadonlyMap<string, number> }) {
  const t = await getTranslations('Submission.state');
  const { number } = await getFormats();
  return (
    <ul className="flex flex-wrap gap-x-6 gap-y-2 border-y border-line py-3">
      {STATES.map((state) => {
        const count = counts.get(state) ?? 0;
        return (
          <li key={state} className="flex items-center gap-2">
            {/* A color where there is something to look at. */}
            <Badge tone={count > 0 ? STATE_TONES[state] : 'neutral'} label={t(state)} />
            <span className="font-semibold">{number(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
