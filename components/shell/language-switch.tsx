import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import type { FormAction } from '@/lib/core/action-result';
import { ActionArea } from './action-area';
import { ActionForm } from './action-form';

export type LanguageSwitchProps = {
  /** Each by its own name, with the tag (BCP 47) of that name. */
  languages: { value: string; name: string; lang: string; isCurrent: boolean }[];
  /** Stores the choice; a server action, so that it works without scripts. */
  chooseLanguage: FormAction;
};

/** The choice between languages. The page stays at its address. */
export async function LanguageSwitch({
  languages,
  chooseLanguage,
  className,
  legend = 'pb-1.5 text-sm text-muted',
  layout = 'flex flex-wrap gap-1.5',
}: LanguageSwitchProps & { className?: string; legend?: string; layout?: string }) {
  const t = await getTranslations('Shell');
  return (
    <ActionArea action={chooseLanguage} failure="silent">
      <ActionForm command="language" className={className}>
        <fieldset>
          <legend className={legend}>{t('language')}</legend>
          <div className={layout}>
            {languages.map(({ value, name, lang, isCurrent }) => (
              <Button
                key={value}
                type="submit"
                size="small"
                name="language"
                value={value}
                lang={lang}
                aria-pressed={isCurrent}
                className="aria-pressed:border-accent aria-pressed:text-accent"
              >
                {name}
              </Button>
            ))}
          </div>
        </fieldset>
      </ActionForm>
    </ActionArea>
  );
}
