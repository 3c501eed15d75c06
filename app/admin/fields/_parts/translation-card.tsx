import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ActionInput, ActionTextArea } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
import { isolate } from '@/lib/core/isolate';
import type { TextLanguage } from '@/lib/i18n/locales';
import { defaultName, languageName } from './text-languages';
import type { TextView, TranslationView } from './translation-views';

type Limits = { label: number; help: number; group: number };
type Props = { field: TranslationView; language: TextLanguage; languages: readonly TextLanguage[] };

/** One field in one language: each text, and what people see without it. */
export async function TranslationCard({
  next,
  limits,
  ...props
}: Props & { next: TranslationView | undefined; limits: Limits }) {
  const t = await getTranslations('Fields');
  const { field, language } = props;
  return (
    <article aria-labelledby="field-heading" className="max-w-form">
      <h2 id="field-heading" dir="auto" className="text-lg font-semibold wrap-anywhere">
        {field.label}
      </h2>
      <p className="pb-4 text-sm text-muted">
        <bdi className="font-mono text-xs wrap-anywhere">{field.id}</bdi>
      </p>
      <h3 className="font-semibold">{t('translation', { language: await languageName(language) })}</h3>
      <p className="pb-2 text-sm text-muted">{t('translationHint')}</p>
      <TextsForm {...props} limits={limits} />
      <p className="pt-5 wrap-anywhere">
        {next ? (
          <a href={next.href} className="inline-flex min-h-8 items-center text-accent underline">
            {t('nextField', { label: next.label })}
          </a>
        ) : (
          <span className="text-muted">{t('allTranslated')}</span>
        )}
      </p>
    </article>
  );
}

async function TextsForm({ field, language, languages, limits }: Props & { limits: Limits }) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  const { id, texts, heading, shown } = field;
  const written = { dir: 'auto', lang: language.locale } as const;
  return (
    <ActionForm
      command="translate"
      subject={`${language.locale} ${id}`}
      about={{ field: id, language: language.locale, shown }}
    >
      {/* Re-mounted with the saved value: React keeps the input of an existing control. */}
      <div key={shown} className="space-y-3">
        <Text part="label" label={t('name')} text={texts.label}>
          <ActionInput {...inputOf('label', texts.label)} {...written} maxLength={limits.label} />
        </Text>
        <Text part="help" label={t('help')} text={texts.help}>
          <ActionTextArea {...inputOf('help', texts.help)} {...written} rows={2} maxLength={limits.help} />
        </Text>
        {texts.group ? (
          <Text part="group" label={t('group')} text={texts.group}>
            <ActionInput {...inputOf('group', texts.group)} {...written} maxLength={limits.group} />
            <p className="pt-1 text-sm wrap-anywhere text-muted">{t('headingShared', { group: heading })}</p>
          </Text>
        ) : (
          <p className="text-sm text-muted">{t('noHeading', { own: await defaultName(languages) })}</p>
        )}
        <SubmitButton variant="primary">{common('save')}</SubmitButton>
      </div>
    </ActionForm>
  );
}

function inputOf(part: string, { own, fallback }: TextView) {
  return {
    id: `text-${part}`,
    name: part,
    shown: own,
    placeholder: isolate(fallback),
    autoComplete: 'off',
    'aria-describedby': `text-${part}-note`,
  };
}

function Text({
  part,
  label,
  text,
  children,
}: {
  part: string;
  label: string;
  text: TextView;
  children: ReactNode;
}) {
  return (
    <Labelled id={`text-${part}`} label={label}>
      {children}
      <p id={`text-${part}-note`} className="pt-1 text-sm wrap-anywhere text-muted">
        <bdi>{text.note}</bdi>
      </p>
    </Labelled>
  );
}
