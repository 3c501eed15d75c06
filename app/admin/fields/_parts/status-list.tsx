import { getTranslations } from 'next-intl/server';
import { ActionChoice, ActionInput } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { Labelled } from '@/components/ui/field';
import { Icon } from '@/components/ui/icons';
import { isolate } from '@/lib/core/isolate';
import { TONES } from '@/lib/core/status-words';
import type { StatusView } from './field-view';
import { SaveStatus } from './save-status';

/** Every status with its name and its tone, each in its own form. */
export async function StatusList({ statuses, longest }: { statuses: StatusView[]; longest: number }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {statuses.map((status, index) => (
        <li key={status.status} className="py-4">
          <StatusForms
            status={status}
            place={index}
            isLast={index === statuses.length - 1}
            longest={longest}
          />
        </li>
      ))}
    </ul>
  );
}

type Props = {
  status: StatusView;
  /** Used for ids, because a status is any text. */
  place: number;
  isLast: boolean;
  longest: number;
};

async function StatusForms({ status, place, isLast, longest }: Props) {
  const t = await getTranslations('Fields');
  const { raw, word, isNamed, leads, display, shown } = status;
  return (
    <article
      aria-labelledby={`status-${place}`}
      className="grid gap-x-8 gap-y-3 lg:grid-cols-[--spacing(64)_minmax(0,1fr)]"
    >
      <div className="min-w-0 space-y-1 wrap-anywhere">
        <h3 id={`status-${place}`} className="font-semibold">
          <Badge {...word} />
        </h3>
        {!isNamed && <p className="text-sm">{t('notNamed')}</p>}
        <p className="text-sm text-muted">
          {t('statusRaw')} <bdi className="font-mono text-xs">{raw}</bdi>
        </p>
        <p className="text-sm text-muted">{leads}</p>
        <Place status={status} isFirst={place === 0} isLast={isLast} />
      </div>
      <div>
        <ActionForm command="status" subject={status.status} about={{ status: status.status, shown }}>
          {/* Re-mounted with the saved value: React keeps the input of an existing control. */}
          <div key={shown} className="space-y-2">
            <Labelled id={`name-${place}`} label={t('statusName')} className="max-w-sm">
              <ActionInput
                id={`name-${place}`}
                name="label"
                dir="auto"
                shown={display.label}
                placeholder={status.usual.label}
                maxLength={longest}
                autoComplete="off"
              />
            </Labelled>
            <ToneChoice status={status} />
            <SaveStatus raw={raw} />
          </div>
        </ActionForm>
        {status.hasOwn && <TakeBack status={status} />}
      </div>
    </article>
  );
}

async function ToneChoice({ status: { display, usual } }: { status: StatusView }) {
  const t = await getTranslations('Fields');
  return (
    <fieldset>
      <legend className="mb-1 text-sm text-muted">{t('statusTone')}</legend>
      <div className="flex flex-wrap gap-x-4">
        {(['', ...TONES] as const).map((tone) => (
          <ActionChoice
            key={tone}
            type="radio"
            name="tone"
            value={tone}
            isChosen={tone === display.tone}
            className="flex min-h-11 items-center gap-2 text-sm"
          >
            {tone === '' ? (
              t('usualTone', { tone: t(`tone.${usual.tone}`) })
            ) : (
              <Badge tone={tone} label={t(`tone.${tone}`)} />
            )}
          </ActionChoice>
        ))}
      </div>
    </fieldset>
  );
}

async function Place({
  status: { status, raw },
  isFirst,
  isLast,
}: {
  status: StatusView;
  isFirst: boolean;
  isLast: boolean;
}) {
  const t = await getTranslations('Fields');
  const step = (place: 'up' | 'down', isOff: boolean) => (
    <SubmitButton
      size="small"
      name="place"
      value={place}
      aria-label={t(`${place}Field`, { label: isolate(raw) })}
      disabled={isOff}
      className="disabled:opacity-40"
    >
      <Icon name={`arrow-${place}`} />
    </SubmitButton>
  );
  return (
    <ActionForm command="move-status" subject={status} about={{ status }}>
      <span className="flex gap-1 pt-1">
        {step('up', isFirst)}
        {step('down', isLast)}
      </span>
    </ActionForm>
  );
}

async function TakeBack({ status }: { status: StatusView }) {
  const t = await getTranslations('Fields');
  const { raw, shown } = status;
  return (
    <ActionForm
      command="status"
      subject={status.status}
      about={{ status: status.status, shown, label: '', tone: '' }}
      // It disappears afterwards: the form above shows the result.
      showsResult={false}
    >
      <SubmitButton
        variant="ghost"
        size="small"
        className="mt-1 min-h-10"
        aria-label={t('resetStatus', { status: isolate(raw) })}
      >
        {t('takeBack')}
      </SubmitButton>
    </ActionForm>
  );
}
