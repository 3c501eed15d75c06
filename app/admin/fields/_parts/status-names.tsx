import { getTranslations } from 'next-intl/server';
import { ActionInput } from '@/components/shell/action-fields';
import { ActionForm } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
import { isolate } from '@/lib/core/isolate';
import type { TextLanguage } from '@/lib/i18n/locales';
import { SaveStatus } from './save-status';
import type { StatusNameView } from './translation-views';

type Props = { language: TextLanguage; longest: number };

/** Every status with its name in one language, each in its own form. */
export function StatusNames({ statuses, ...rest }: Props & { statuses: StatusNameView[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {statuses.map((status, index) => (
        <li key={status.status} className="py-4">
          <StatusName status={status} place={index} {...rest} />
        </li>
      ))}
    </ul>
  );
}

/** @param props.place used for ids, because a status is any text */
async function StatusName({
  status: { status, raw, word, shown },
  place,
  language,
  longest,
}: Props & { status: StatusNameView; place: number }) {
  const t = await getTranslations('Fields');
  const id = `name-${place}`;
  return (
    <article
      aria-labelledby={`status-${place}`}
      className="grid gap-x-8 gap-y-3 lg:grid-cols-[--spacing(64)_minmax(0,1fr)]"
    >
      <div className="min-w-0 wrap-anywhere">
        <h3 id={`status-${place}`} dir="auto" className="font-semibold">
          {word.fallback}
        </h3>
        <p className="text-sm text-muted">
          {t('statusRaw')} <bdi className="font-mono text-xs">{raw}</bdi>
        </p>
      </div>
      <ActionForm
        command="translate-status"
        subject={`${language.locale} ${status}`}
        about={{ status, language: language.locale, shown }}
      >
        {/* Re-mounted with the saved value: React keeps the input of an existing control. */}
        <div key={shown} className="space-y-2">
          <Labelled id={id} label={t('statusName')} className="max-w-sm">
            <ActionInput
              id={id}
              name="label"
              dir="auto"
              lang={language.tag}
              shown={word.own}
              placeholder={isolate(word.fallback)}
              maxLength={longest}
              autoComplete="off"
              aria-describedby={`${id}-note`}
            />
            <p id={`${id}-note`} className="pt-1 text-sm wrap-anywhere text-muted">
              <bdi>{word.note}</bdi>
            </p>
          </Labelled>
          <SaveStatus raw={raw} />
        </div>
      </ActionForm>
    </article>
  );
}
