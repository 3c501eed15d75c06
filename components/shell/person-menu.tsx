import { getTranslations } from 'next-intl/server';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icons';
import type { Brand } from '@/lib/brand/brand';
import type { FormAction } from '@/lib/core/action-result';
import { isolate } from '@/lib/core/isolate';
import { ActionArea } from './action-area';
import { ActionForm } from './action-form';
import { LanguageSwitch, type LanguageSwitchProps } from './language-switch';
import { SHORTCUTS } from './shortcuts';

export type PersonMenuProps = LanguageSwitchProps & {
  name: string;
  role: 'agent' | 'manager' | 'admin' | 'none';
  organization: string;
  /** Its links are shown, if any. */
  brand: Pick<Brand, 'helpUrl' | 'privacyUrl'>;
  theme: 'system' | 'light' | 'dark';
  /** Stores the choice of theme; a server action, so that it works without scripts. */
  chooseTheme: FormAction;
  csrfToken: string;
  /** While an admin sees the desk as this person nothing can be changed: then only what leads somewhere is offered. */
  isViewing: boolean;
};

const MENU = 'person-menu';

const THEME_CHOICES = [
  { value: 'system', text: 'themeSystem' },
  { value: 'light', text: 'themeLight' },
  { value: 'dark', text: 'themeDark' },
] as const;

/**
 * The signed-in person, their theme, and sign-out. A native popover: it opens without a script, and closes
 * with Escape or a click outside.
 */
export async function PersonMenu(props: PersonMenuProps) {
  const { name, role, organization, brand, csrfToken, isViewing } = props;
  const t = await getTranslations('Shell');
  const common = await getTranslations('Common');
  const isPartner = role === 'agent' || role === 'manager';
  const hasSettings = role !== 'none';
  return (
    <>
      <button
        type="button"
        popoverTarget={MENU}
        className="-mr-2 flex min-h-11 items-center gap-2 rounded-control px-2 transition-colors [anchor-name:--person] hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className="grid size-7 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
        >
          {initialsOf(name)}
        </span>
        <span aria-hidden="true" dir="auto" className="max-w-40 truncate max-sm:hidden">
          {name}
        </span>
        <span className="sr-only">{t('account', { name: isolate(name) })}</span>
        <Icon name="chevron-down" className="size-4 text-muted" />
      </button>
      <div
        id={MENU}
        popover="auto"
        className="inset-auto [position-anchor:--person] top-24 right-4 m-0 w-72 rounded-card bg-surface p-4 text-ink shadow-raised forced-colors:border supports-[top:anchor(bottom)]:top-[anchor(bottom)] supports-[top:anchor(bottom)]:right-[anchor(right)]"
      >
        <p className="pb-3 text-sm text-muted">
          {t('signedInAs', { role, organization: isolate(organization) })}
        </p>
        {!isViewing && <Choices {...props} />}
        <ul className="border-t border-line py-2 *:-mx-2">
          {hasSettings && <MenuLink href="/settings">{common('settings')}</MenuLink>}
          {isPartner && !isViewing && <MenuLink href="/settings/device">{common('thisDevice')}</MenuLink>}
          {!isViewing && (
            <li>
              <button type="button" popoverTarget={SHORTCUTS} className={MENU_ROW}>
                {common('keyboardShortcuts')}
              </button>
            </li>
          )}
          {brand.helpUrl && <MenuLink href={brand.helpUrl}>{t('help')}</MenuLink>}
          {brand.privacyUrl && <MenuLink href={brand.privacyUrl}>{t('privacy')}</MenuLink>}
        </ul>
        <form
          data-signs-out
          method="post"
          action="/api/auth/signout"
          className="-mb-2 border-t border-line pt-2"
        >
          <input type="hidden" name="csrfToken" value={csrfToken} />
          <input type="hidden" name="callbackUrl" value="/signin" />
          <div className="-mx-2">
            <button type="submit" className={MENU_ROW}>
              {t('signOut')}
            </button>
          </div>
        </form>
      </div>
    </>
  );
}

/** Appearance and language, on this device. */
async function Choices({ theme, chooseTheme, languages, chooseLanguage }: PersonMenuProps) {
  const t = await getTranslations('Shell');
  return (
    <>
      <ActionArea action={chooseTheme} failure="silent">
        <ActionForm command="theme" className="border-t border-line py-3">
          <fieldset>
            <legend className="pb-1.5 text-sm text-muted">{t('theme')}</legend>
            <div className="flex flex-wrap gap-1.5">
              {THEME_CHOICES.map(({ value, text }) => (
                <Button
                  key={value}
                  type="submit"
                  size="small"
                  name="theme"
                  value={value}
                  aria-pressed={theme === value}
                  className="aria-pressed:border-accent aria-pressed:text-accent"
                >
                  {t(text)}
                </Button>
              ))}
            </div>
          </fieldset>
        </ActionForm>
      </ActionArea>
      <details className="border-t border-line py-2 *:-mx-2">
        <summary className={`${MENU_ROW} before:order-last before:text-muted`}>
          {t('language')}
          <span className="ml-auto text-muted">{languages.find(({ isCurrent }) => isCurrent)?.name}</span>
        </summary>
        <LanguageSwitch
          languages={languages}
          chooseLanguage={chooseLanguage}
          legend="sr-only"
          layout="flex flex-wrap gap-1.5 px-2 py-1"
        />
      </details>
    </>
  );
}

/** Each row of the menu looks alike, whether it leads somewhere or does something. */
const MENU_ROW =
  'flex min-h-9 w-full items-center gap-2 rounded-control px-2 text-left transition-colors hover:bg-hover';

function MenuLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} className={MENU_ROW}>
        {children}
      </a>
    </li>
  );
}

/** The first letters of the first and the last name, for the mark beside it. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word) => [...(word ?? '')][0] ?? '').join('');
}
