import { getTranslations } from 'next-intl/server';
import { getAgentOf } from '@/components/admin/agent-of';
import { CardTable } from '@/components/admin/card-table';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { RelativeTime } from '@/components/ui/relative-time';
import { Time } from '@/components/ui/time';
import { STATE_TONES } from '@/lib/core/status-labels';
import { stripControlCharacters } from '@/lib/core/text';
import type { AttemptFact } from '@/lib/db/schema/submissions';
import { WhatWentWrong } from '../../_parts/what-went-wrong';
import type { DeadJob, OverdueRow, UnclearRow, WaitingRow } from '../query';

/** Submissions whose outcome the desk is determining automatically. */
export async function UnclearTable({ rows, now }: { rows: UnclearRow[]; now: Date }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  const states = await getTranslations('Submission.state');
  const { moment } = await getFormats();
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
          <bdi key="owner">
            <OwnerName of={row} />
          </bdi>,
          <span key="sent">
            {row.sent ? (
              <>
                <RelativeTime moment={moment(row.sent.at, now)} />
                <Answer fact={row.sent} />
              </>
            ) : (
              <span className="block text-muted">{t('searchedFirst')}</span>
            )}
            {row.attempts > 1 && (
              <span className="block text-muted">{t('attempts', { attempts: row.attempts })}</span>
            )}
          </span>,
          t('searches', { searches: row.searches }),
          row.nextSearchAt > now ? (
            <Time key="next" moment={moment(row.nextSearchAt.toISOString())} />
          ) : (
            t('searchDue')
          ),
        ],
      }))}
    />
  );
}

/** An agent with their organization. */
export async function OwnerName({ of }: { of: Pick<WaitingRow, 'agentName' | 'organizationName'> }) {
  const agentOf = await getAgentOf();
  return agentOf({ agent: of.agentName, organization: of.organizationName });
}

/** The response to a request, under its time: an error is never shown as no response. */
export async function Answer({ fact: { status, message } }: { fact: AttemptFact }) {
  const t = await getTranslations('Submissions');
  const isTaken = status !== undefined && status >= 200 && status < 300;
  return (
    <span className="block text-muted">
      {status === undefined
        ? t('answeredNothing')
        : t(isTaken ? 'answeredUnreadable' : 'answered', { status })}
      {message && (
        <bdi className="block text-xs wrap-anywhere">
          <code className="font-mono">{stripControlCharacters(message)}</code>
        </bdi>
      )}
    </span>
  );
}

/** Submissions that wait longer than usual, and the reason. */
export async function OverdueTable({ rows, now }: { rows: OverdueRow[]; now: Date }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
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
          <bdi key="owner">
            <OwnerName of={row} />
          </bdi>,
          <RelativeTime key="queued" moment={moment(row.queuedAt.toISOString(), now)} />,
          <WhatWentWrong key="error" lastError={row.lastError} />,
          row.nextTryAt ? <Time key="next" moment={moment(row.nextTryAt.toISOString())} /> : t('noNextTry'),
        ],
      }))}
    />
  );
}

/** Dead jobs; a person can requeue them. */
export async function DeadTable({ rows, now }: { rows: DeadJob[]; now: Date }) {
  const t = await getTranslations('Submissions');
  const common = await getTranslations('Common');
  const { moment } = await getFormats();
  return (
    <CardTable
      caption={t('dead')}
      columns={[t('column.work'), t('column.since'), t('column.error'), t('column.decision')]}
      rows={rows.map(({ id, work, topic, key, deadAt, lastError }) => {
        const name = t('work', { work, topic: stripControlCharacters(topic) });
        return {
          key: String(id),
          cells: [
            <span key="what">
              {name}{' '}
              <code className="block font-mono text-xs font-normal wrap-anywhere text-muted">
                {stripControlCharacters(key)}
              </code>
            </span>,
            <RelativeTime key="since" moment={moment(deadAt.toISOString(), now)} />,
            <WhatWentWrong key="error" lastError={lastError} />,
            <ActionForm key="again" command="retry-job" subject={String(id)} about={{ job: id }}>
              <SubmitButton size="small" aria-label={common('named', { action: t('tryAgain'), name })}>
                {t('tryAgain')}
              </SubmitButton>
            </ActionForm>,
          ],
        };
      })}
    />
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
