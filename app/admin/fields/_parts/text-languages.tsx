import { getLocale, getTranslations } from 'next-intl/server';
import { ActionSelect } from '@/components/shell/action-fields';
import { ActionForm, SubmitButton } from '@/components/shell/action-form';
import { Labelled } from '@/components/ui/field';
import type { TextLanguage } from '@/lib/i18n/locales';

/** The language whose texts the page shows, among those there can be texts in. */
type Texts = { texts: TextLanguage; languages: readonly TextLanguage[] };

type Props = {
  /** The language whose texts the page shows. */
  here: TextLanguage;
  languages: readonly TextLanguage[];
  /** How many things have texts, and in how many of them all are translated. */
  total: number;
  countOf: (language: TextLanguage) => number;
  hrefOf: (language: TextLanguage) => string;
};

/** The switch between the languages of the admins' texts, each with its own URL and how much of it is translated. */
export async function TextLanguages({ here, languages, total, countOf, hrefOf }: Props) {
  const t = await getTranslations('Fields');
  return (
    <nav aria-labelledby="texts-in">
      <p id="texts-in" className="pb-1.5 text-sm text-muted">
        {t('textsIn')}
      </p>
      <ul className="flex flex-wrap gap-2">
        {languages.map((language) => (
          <li key={language.locale}>
            <a
              href={hrefOf(language)}
              aria-current={language.locale === here.locale ? 'page' : undefined}
              className="flex min-h-11 flex-col justify-center rounded-control border border-line-button px-3 py-1.5 transition-colors hover:bg-hover aria-[current=page]:border-accent aria-[current=page]:text-accent"
            >
              <span lang={language.locale} className="font-semibold">
                {language.name}
              </span>{' '}
              <span className="text-xs text-muted">
                {language.isDefault ? t('deskTexts') : t('translated', { count: countOf(language), total })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** In which language the texts are that every reader sees who has none in theirs. */
export async function DefaultLanguage({ texts, languages }: Texts) {
  const t = await getTranslations('Fields');
  const common = await getTranslations('Common');
  return (
    <ActionForm command="default-language" className="max-w-prose space-y-1.5">
      <div className="flex flex-wrap items-end gap-2">
        <Labelled id="default-language" label={t('defaultLanguage')} className="w-56 max-w-full">
          <ActionSelect
            id="default-language"
            name="language"
            shown={texts.locale}
            aria-describedby="default-language-hint"
          >
            {languages.map(({ locale, name }) => (
              <option key={locale} value={locale} lang={locale}>
                {name}
              </option>
            ))}
          </ActionSelect>
        </Labelled>
        <SubmitButton>{common('change')}</SubmitButton>
      </div>
      <p id="default-language-hint" className="text-sm text-muted">
        {t('defaultLanguageHint')}
      </p>
    </ActionForm>
  );
}

/** The name of a language in the language of the page, for sentences. */
export async function languageName({ locale, name }: TextLanguage): Promise<string> {
  const names = new Intl.DisplayNames(await getLocale(), { type: 'language' });
  return names.of(locale) ?? name;
}

/** The name of the default language, for sentences. */
export async function defaultName(languages: readonly TextLanguage[]): Promise<string> {
  const own = languages.find(({ isDefault }) => isDefault);
  return own ? languageName(own) : '';
}
