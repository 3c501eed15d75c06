import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { Icon, TONE_ICONS } from '@/components/ui/icons';
import { RelativeTime } from '@/components/ui/relative-time';
import { TONE_CLASSES } from '@/components/ui/tone';
import type { DeliveryView, QuarantinedView } from './webhook-view';

/** The portal's deliveries, and their results. */
export async function DeliveryTable({ rows }: { rows: DeliveryView[] }) {
  const t = await getTranslations('Webhooks');
  const common = await getTranslations('Common');
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
        key: row.id,
        cells: [
          <span key="received" className="font-normal">
            <RelativeTime moment={row.received} />
            {row.repeats && <span className="block text-muted">{row.repeats}</span>}
          </span>,
          <span key="event">
            {row.event ?? <code className="font-mono text-sm">{row.topic}</code>}
            <bdi className="block text-sm text-muted wrap-anywhere xl:whitespace-nowrap">{row.happened}</bdi>
          </span>,
          <span key="lead">
            {row.leadName && <bdi className="block wrap-anywhere">{row.leadName}</bdi>}
            <code
              className={`font-mono wrap-anywhere xl:whitespace-nowrap ${row.leadName ? 'text-xs text-muted' : 'text-sm'}`}
            >
              {row.leadId}
            </code>
          </span>,
          <Outcome key="outcome" row={row} />,
          row.canRecheck ? <RecheckRow key="recheck" row={row} /> : '',
        ],
      }))}
    />
  );
}

function Outcome({ row: { outcome, detail, error } }: { row: DeliveryView }) {
  return (
    <>
      {outcome.tone === 'good' ? <Quiet {...outcome} /> : <Badge {...outcome} />}
      <span className="block pt-0.5 text-sm text-muted">{detail}</span>
      {error && <span className="block">{error.text}</span>}
      {error?.noted && (
        <bdi className="block text-xs wrap-anywhere text-muted">
          <code className="font-mono">{error.noted}</code>
        </bdi>
      )}
    </>
  );
}

/** What is as it should be: most rows are, and should not be louder than the others. */
function Quiet({ tone, label }: DeliveryView['outcome']) {
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
export async function RecheckRow({ row: { id, leadId } }: { row: { id: string; leadId: string } }) {
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
export async function QuarantineTable({ rows }: { rows: QuarantinedView[] }) {
  const t = await getTranslations('Webhooks');
  return (
    <CardTable
      caption={t('quarantine')}
      columns={[t('column.received'), t('column.topic'), t('column.size'), t('column.bytes')]}
      numbers={[t('column.size')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <span key="received" className="font-normal">
            <RelativeTime moment={row.received} />
            <span className="block text-muted">{row.repeats}</span>
          </span>,
          row.topic,
          row.size,
          <code key="bytes" className="font-mono text-xs wrap-anywhere">
            {row.bytes}
          </code>,
        ],
      }))}
    />
  );
}
