import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { getFormats } from '@/components/ui/formats';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { RelativeTime } from '@/components/ui/relative-time';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { Formats } from '@/lib/core/formats';
import type { Tone } from '@/lib/core/status-labels';
import { escapeBytes, stripControlCharacters } from '@/lib/core/text';
import type { DeliveryRow, Outcome, QuarantinedRow } from '@/lib/webhooks/list-deliveries';
import { WhatWentWrong } from '../../_parts/what-went-wrong';
import { eventLabel } from './event-label';

/** The portal's deliveries, each with the current state of its lead. */
export async function DeliveryTable({ rows, now }: { rows: DeliveryRow[]; now: Date }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  const formats = await getFormats();
  return (
    <CardTable
      caption={t('deliveries')}
      columns={[
        t('column.received'),
        t('column.event'),
        common('lead'),
        common('outcome'),
        t('column.recheck'),
      ]}
      rows={rows.map((row) => ({
        key: String(row.id),
        cells: [
          <span key="received" className="font-normal">
            <RelativeTime moment={formats.moment(row.lastAt.toISOString(), now)} />
            {row.count > 1 && <span className="block text-muted">{t('repeated', { count: row.count })}</span>}
          </span>,
          <span key="event">
            {eventLabel(row.topic, t) ?? (
              <code className="font-mono text-sm">{stripControlCharacters(row.topic)}</code>
            )}
            <bdi className="block text-sm text-muted wrap-anywhere xl:whitespace-nowrap">
              {happenedAt(row.timestamp, formats)}
            </bdi>
          </span>,
          <span key="lead">
            {row.leadName && (
              <bdi className="block wrap-anywhere">{stripControlCharacters(row.leadName)}</bdi>
            )}
            <code
              className={`font-mono wrap-anywhere xl:whitespace-nowrap ${row.leadName ? 'text-xs text-muted' : 'text-sm'}`}
            >
              {stripControlCharacters(row.leadId)}
            </code>
          </span>,
          <OutcomeCell key="outcome" row={row} />,
          // The shown number is what would be posted, so a number with hidden characters is excluded.
          row.outcome !== 'ignored' && stripControlCharacters(row.leadId) === row.leadId ? (
            <RecheckRow key="recheck" id={String(row.id)} leadId={row.leadId} />
          ) : (
            ''
          ),
        ],
      }))}
    />
  );
}

/** The service's own text if it is not a date. */
function happenedAt(timestamp: string, { preciseMoment }: Formats): string {
  const at = Date.parse(timestamp);
  const isDate = at > 0 && at < Date.parse('9999-01-01');
  return isDate ? preciseMoment(new Date(at).toISOString()).text : stripControlCharacters(timestamp);
}

const TONES = {
  read: 'good',
  gone: 'neutral',
  unknown: 'neutral',
  waiting: 'progress',
  failing: 'bad',
  ignored: 'neutral',
} as const satisfies Record<Outcome, Tone>;

async function OutcomeCell({ row }: { row: DeliveryRow }) {
  const t = await getTranslations('Webhooks');
  const word = { tone: TONES[row.outcome], label: t(`outcome.${row.outcome}`) };
  return (
    <>
      {word.tone === 'good' ? <Quiet {...word} /> : <Badge {...word} />}
      <span className="block pt-0.5 text-sm text-muted">{detailOf(row, t, await getFormats())}</span>
      {row.outcome === 'failing' && <WhatWentWrong lastError={row.lastError} />}
    </>
  );
}

type Translate = Awaited<ReturnType<typeof getTranslations<'Webhooks'>>>;

function detailOf(row: DeliveryRow, t: Translate, { moment, preciseMoment }: Formats): string {
  const { outcome, readAt, deletedAt, requestedAt, nextTryAt, givenUpAt, lastError } = row;
  const clock = (at: Date | null) => (at ? moment(at.toISOString()).text : '');
  const precise = (at: Date | null) => (at ? preciseMoment(at.toISOString()).text : '');
  switch (outcome) {
    case 'read':
      return t('detail.read', { at: precise(readAt) });
    case 'gone':
      return t('detail.gone', { at: precise(deletedAt) });
    case 'unknown':
      return t('detail.unknown');
    case 'waiting':
      return lastError ? t('detail.again', { next: precise(nextTryAt) }) : t('detail.waiting');
    case 'failing':
      return givenUpAt
        ? t('detail.givenUp', { at: clock(givenUpAt) })
        : t('detail.failing', { since: clock(requestedAt), next: precise(nextTryAt) });
    case 'ignored':
      return t('detail.ignored');
  }
}

/** What is as it should be: most rows are, and should not be louder than the others. */
function Quiet({ tone, label }: { tone: Tone; label: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <span className={`${TONE_CLASSES[tone]} text-tone`}>
        <Icon name={TONE_ICONS[tone]} className="size-3.5" />
      </span>
      {label}
    </span>
  );
}

/** Refetches the lead of a row. Quiet: there is hardly ever a reason for it. */
export async function RecheckRow({ id, leadId }: { id: string; leadId: string }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="recheck" subject={id} about={{ lead: leadId }}>
      <SubmitButton
        size="small"
        variant="ghost"
        className="-my-1.5 -ml-2.5 font-normal! text-accent! max-lg:min-h-11"
        aria-label={common('named', { action: t('recheck'), name: leadId })}
      >
        {t('recheck')}
      </SubmitButton>
    </ActionForm>
  );
}

/** Signed deliveries that this desk cannot process, as raw bytes. */
export async function QuarantineTable({ rows, now }: { rows: QuarantinedRow[]; now: Date }) {
  const t = await getTranslations('Webhooks');
  const { moment } = await getFormats();
  return (
    <CardTable
      caption={t('quarantine')}
      columns={[t('column.received'), t('column.topic'), t('column.size'), t('column.bytes')]}
      numbers={[t('column.size')]}
      rows={rows.map(({ id, topic, head, size, count, firstAt }) => ({
        key: String(id),
        cells: [
          <span key="received" className="font-normal">
            <RelativeTime moment={moment(firstAt.toISOString(), now)} />
            <span className="block text-muted">{t('times', { count })}</span>
          </span>,
          topic ?? t('formerTopic'),
          t('bytes', { size }),
          <code key="bytes" className="font-mono text-xs wrap-anywhere">
            {escapeBytes(head)}
            {size > head.length && ' …'}
          </code>,
        ],
      }))}
    />
  );
}
