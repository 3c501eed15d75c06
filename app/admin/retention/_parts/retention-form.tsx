import { getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionConfirm, ActionForm, ActionOutcome, SubmitButton } from '@/components/shell/action-form';
import { LIST_CARD } from '@/components/ui/card';
import { RETENTION_CHOICES, RETENTION_KINDS, type Retention, type RetentionTime } from '@/lib/core/retention';

/** How long each kind is retained, to choose. */
export async function RetentionForm({ retention }: { retention: Retention }) {
  const t = await getTranslations('Retention');
  const common = await getTranslations('Common');
  const toLabel = (time: RetentionTime) => {
    if (time === 'forever') return t('forever');
    return time % 365 === 0 ? t('years', { years: time / 365 }) : t('days', { days: time });
  };
  return (
    <div className={`${LIST_CARD} max-w-form`}>
      <ActionForm command="keep" showsResult={false} className="space-y-5">
        {RETENTION_KINDS.map((kind) => (
          <div
            key={kind}
            className="grid items-start gap-x-6 gap-y-1.5 sm:grid-cols-[minmax(0,1fr)_--spacing(48)]"
          >
            <div>
              <label htmlFor={`keep-${kind}`} className="block font-semibold">
                {t(`kind.${kind}`)}
              </label>
              <p id={`keep-${kind}-hint`} className="text-sm text-muted">
                {t(`hint.${kind}`)}
              </p>
            </div>
            <ActionSelect
              id={`keep-${kind}`}
              name={kind}
              shown={String(retention[kind])}
              aria-describedby={`keep-${kind}-hint`}
            >
              {RETENTION_CHOICES[kind].map((time) => (
                <option key={time} value={time}>
                  {toLabel(time)}
                </option>
              ))}
            </ActionSelect>
          </div>
        ))}
        {/* The question stands beside the button that answers it. */}
        <ActionOutcome command="keep" />
        <ActionConfirm />
        <SubmitButton variant="primary">{common('save')}</SubmitButton>
      </ActionForm>
    </div>
  );
}
