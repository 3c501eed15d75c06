import { getTranslations } from 'next-intl/server';
import { ActionInput, ActionSelect, ActionTextArea } from '@/components/shell/action-fields';
import { ActionFold, ActionForm, ActionRow, SubmitButton } from '@/components/shell/action-form';
import { Badge } from '@/components/ui/badge';
import { Labelled } from '@/components/ui/field';
import { STATUS_TEXTS } from '@/lib/core/default-labels';
import { TONES } from '@/lib/core/status-labels';
import type { TextLanguage } from '@/lib/i18n/locales';
import type { StatusView } from './field-view';

type Limits = { status: number; statusText: number };
type Props = { status: StatusView; row: number; languages: readonly TextLanguage[]; limits: Limits };

/** One line on a wide screen: the status, its place, its color and its name in each language. */
const LINE =
  'grid gap-3 xl:grid-cols-[minmax(0,1.6fr)_--spacing(14)_--spacing(36)_repeat(6,minmax(0,1fr))] xl:gap-x-2';
/** The labels of its controls, which are the heads of the columns on a wide screen. */
const ON_LINE = 'xl:[&>label]:sr-only';

/** Every status with its place, its color and its texts in every language, in one form. */
export async function StatusList({
  statuses,
  languages,
  limits,
}: {
  statuses: readonly StatusView[];
  languages: readonly TextLanguage[];
  /** The maximum length of a name and of the other texts. */
  limits: Limits;
}) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="statuses">
      <div aria-hidden="true" className={`${LINE} pb-2 text-sm text-muted max-xl:hidden`}>
        {[common('status'), common('order'), t('statusTone')].map((text) => (
          <span key={text}>{text}</span>
        ))}
        {languages.map(({ locale, name }) => (
          <span key={locale} lang={locale}>
            {name}
          </span>
        ))}
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {statuses.map((status, row) => (
          <li key={status.status} className="py-3">
            <StatusFields status={status} row={row} languages={languages} limits={limits} />
          </li>
        ))}
      </ul>
      <div className="tall:sticky bottom-(--notice-height) z-1 border-t border-line bg-page py-3">
        <SubmitButton variant="primary">{common('save')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

async function StatusFields({ status, row, languages, limits }: Props) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  const { raw, word, leads, place, tone, usualTone, shown } = status;
  const id = `status-${row}`;
  return (
    <fieldset aria-labelledby={id} className="min-w-0">
      <ActionRow name={`${row}.status`} value={status.status}>
        <input type="hidden" name={`${row}.shown`} value={shown} />
        <div className={LINE}>
          <div className="min-w-0 wrap-anywhere">
            <p id={id}>
              <Badge {...word} />
            </p>
            <p className="pt-1 text-sm text-muted">
              <span className="sr-only">{t('statusRaw')} </span>
              <bdi className="font-mono text-xs">{raw}</bdi> · {leads}
            </p>
          </div>
          <div className="grid grid-cols-[--spacing(20)_minmax(0,1fr)] gap-3 sm:max-w-sm xl:contents">
            <Labelled id={`${id}-place`} label={common('order')} className={ON_LINE}>
              <ActionInput
                id={`${id}-place`}
                name={`${row}.place`}
                shown={String(place)}
                inputMode="numeric"
                autoComplete="off"
              />
            </Labelled>
            <Labelled id={`${id}-tone`} label={t('statusTone')} className={ON_LINE}>
              <ActionSelect id={`${id}-tone`} name={`${row}.tone`} shown={tone}>
                <option value="">{t('usualTone', { tone: t(`tone.${usualTone}`) })}</option>
                {TONES.map((each) => (
                  <option key={each} value={each}>
                    {t(`tone.${each}`)}
                  </option>
                ))}
              </ActionSelect>
            </Labelled>
          </div>
          <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:contents">
            {languages.map((language) => (
              <Text
                key={language.locale}
                part="label"
                status={status}
                row={row}
                language={language}
                longest={limits.status}
              />
            ))}
          </div>
        </div>
        <Meaning status={status} row={row} languages={languages} limits={limits} />
      </ActionRow>
    </fieldset>
  );
}

/** What is said of a status besides its name. */
const MEANING = STATUS_TEXTS.slice(1);

/** What agents read about the status, in every language. */
async function Meaning({ status, row, languages, limits }: Props) {
  const t = await getTranslations('Fields');
  const written = languages.filter(({ locale }) => {
    const { label: _, ...texts } = status.texts[locale]?.own ?? {};
    return Object.keys(texts).length > 0;
  });
  return (
    <ActionFold
      names={languages.flatMap(({ locale }) => MEANING.map((part) => `${row}.${locale}.${part}`))}
      className="pt-1"
    >
      <summary className="min-h-8 w-fit text-sm text-muted hover:text-ink">
        {t('statusMeaning', { count: written.length })}
      </summary>
      <div className="space-y-4 pt-2 pb-2 xl:space-y-2">
        {languages.map((language) => (
          <fieldset
            key={language.locale}
            aria-labelledby={`status-${row}-${language.locale}`}
            className="grid min-w-0 gap-2 xl:grid-cols-[--spacing(24)_repeat(3,minmax(0,1fr))]"
          >
            <p id={`status-${row}-${language.locale}`} lang={language.locale} className="font-semibold">
              {language.name}
            </p>
            {MEANING.map((part) => (
              <Text
                key={part}
                part={part}
                status={status}
                row={row}
                language={language}
                longest={limits.statusText}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </ActionFold>
  );
}

type TextProps = {
  status: StatusView;
  row: number;
  language: TextLanguage;
  longest: number;
  part: (typeof STATUS_TEXTS)[number];
};

/** One text in one language; empty, it shows what people read instead. */
async function Text({ status: { texts }, row, language, longest, part }: TextProps) {
  const t = await getTranslations('Fields');
  const { locale, name } = language;
  const { own = {}, usual = {} } = texts[locale] ?? {};
  const id = `status-${row}-${locale}-${part}`;
  const control = {
    id,
    name: `${row}.${locale}.${part}`,
    dir: 'auto',
    lang: locale,
    shown: own[part] ?? '',
    placeholder: usual[part],
    maxLength: longest,
  };
  if (part === 'label') {
    return (
      <Labelled id={id} label={name} className={ON_LINE}>
        <ActionInput {...control} autoComplete="off" />
      </Labelled>
    );
  }
  return (
    <Labelled id={id} label={t(`statusText.${part}`)}>
      <ActionTextArea {...control} rows={2} />
    </Labelled>
  );
}
