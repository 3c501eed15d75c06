import { getTranslations } from 'next-intl/server';
import { CardTable } from '@/components/admin/card-table';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icons';
import { isolate } from '@/lib/core/isolate';
import type { FieldRowView, GoneFieldView } from './field-view';

/** Every field of the portal: as sent, as understood, as shown, and its place. */
export async function FieldTable({ rows }: { rows: FieldRowView[] }) {
  const t = await getTranslations('Fields');
  return (
    <CardTable
      caption={t('caption')}
      columns={[t('column.field'), t('column.type'), t('column.form'), t('column.shown'), t('column.place')]}
      rows={rows.map((row) => ({
        key: row.id,
        cells: [
          <FieldName key="name" row={row} />,
          <Lines key="type" lines={row.type} />,
          <Lines key="form" lines={row.form} />,
          row.overrides.length > 0 ? <Wishes key="own" overrides={row.overrides} /> : { onlyWide: '–' },
          row.isOpen ? <Place key="place" row={row} /> : { onlyWide: '' },
        ],
      }))}
    />
  );
}

/** Overrides for removed fields. */
export async function MissingFieldsTable({ rows }: { rows: GoneFieldView[] }) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  return (
    <CardTable
      caption={t('goneCaption')}
      columns={[t('column.field'), t('column.shown'), t('forget')]}
      rows={rows.map(({ id, label, overrides }) => ({
        key: id,
        cells: [
          <span key="name" className="wrap-anywhere">
            <bdi>{label}</bdi>
            <FieldId id={id} />
          </span>,
          overrides.length > 0 ? <Wishes key="own" overrides={overrides} /> : { onlyWide: t('none') },
          <ActionForm key="forget" command="reset" subject={id} about={{ field: id }}>
            <SubmitButton
              size="small"
              aria-label={common('named', { action: t('forget'), name: isolate(label) })}
            >
              {t('forget')}
            </SubmitButton>
          </ActionForm>,
        ],
      }))}
    />
  );
}

async function FieldName({ row: { id, label, portalLabel, notes, isOpen } }: { row: FieldRowView }) {
  const t = await getTranslations('Fields');
  return (
    <div className="min-w-0 wrap-anywhere lg:max-w-80">
      {isOpen ? (
        <a
          href={`?field=${encodeURIComponent(id)}`}
          dir="auto"
          className="py-0.5 text-accent hover:underline"
        >
          {label}
        </a>
      ) : (
        <bdi>{label}</bdi>
      )}
      {portalLabel !== undefined && (
        <bdi className="block text-xs font-normal text-muted">
          {t('portalLabel', { label: isolate(portalLabel) })}
        </bdi>
      )}
      <FieldId id={id} />
      {notes.map((note) => (
        <p key={note} dir="auto" className="tone-warn mt-1 flex gap-1.5 text-sm font-normal text-tone">
          <Icon name="triangle-alert" className="mt-0.5 size-4" />
          <span className="min-w-0">{note}</span>
        </p>
      ))}
    </div>
  );
}

function FieldId({ id }: { id: string }) {
  return (
    <bdi className="block text-xs font-normal text-muted max-lg:hidden">
      <code className="font-mono">{id}</code>
    </bdi>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    <span key={line} className={index === 0 ? 'block' : 'block text-xs text-muted'}>
      {line}
    </span>
  ));
}

function Wishes({ overrides }: { overrides: FieldRowView['overrides'] }) {
  return (
    <ul className="flex flex-wrap gap-1 wrap-anywhere lg:max-w-60">
      {overrides.map((wish) => (
        <li key={wish.label} className="max-w-full">
          <Badge {...wish} />
        </li>
      ))}
    </ul>
  );
}

async function Place({ row: { id, label, place, isFirst, isLast } }: { row: FieldRowView }) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="move" subject={id} about={{ field: id }}>
      <span className="flex items-center gap-1">
        <span className="min-w-8 text-right" aria-hidden="true">
          {place}
        </span>
        <span className="sr-only">{t('placeShown', { place })}</span>
        <Step place="up" name={common('named', { action: t('up'), name: isolate(label) })} isOff={isFirst} />
        <Step
          place="down"
          name={common('named', { action: t('down'), name: isolate(label) })}
          isOff={isLast}
        />
      </span>
    </ActionForm>
  );
}

function Step({ place, name, isOff }: { place: 'up' | 'down'; name: string; isOff: boolean }) {
  return (
    <SubmitButton
      size="small"
      name="place"
      value={place}
      aria-label={name}
      disabled={isOff}
      className="disabled:opacity-40"
    >
      <Icon name={`arrow-${place}`} />
    </SubmitButton>
  );
}
