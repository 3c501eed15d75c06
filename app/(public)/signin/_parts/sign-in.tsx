import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { BrandLogo } from '@/components/shell/brand-mark';
import { LanguageSwitch, type LanguageSwitchProps } from '@/components/shell/language-switch';
import { PostOnce } from '@/components/shell/post-once';
import { TimeZone } from '@/components/shell/time-zone';
import { Banner } from '@/components/ui/banner';
import { Button } from '@/components/ui/button';
import { CARD } from '@/components/ui/card';
import type { Brand } from '@/lib/brand/brand';
import type { FormAction } from '@/lib/core/action-result';
import { isolate } from '@/lib/core/isolate';
import type { Tone } from '@/lib/core/status-labels';
import { AskForLinkForm } from './ask-for-link';

type Props = LanguageSwitchProps & {
  csrfToken: string;
  callbackUrl: string;
  /** The result of the last attempt. */
  notice?: { tone: Tone; title: string; text: string };
  brand: Pick<Brand, 'name' | 'logo'>;
  /** The signed-in person who has to authenticate again. */
  again?: string;
  /** In the demo: they may become another person instead. */
  isSwitch: boolean;
  /** The name of the company's sign-in; absent without one. */
  company?: string;
  /** Absent if the desk sends no mail. */
  askForLink?: FormAction;
  /** Empty outside the demo. */
  demoPeople: DemoPerson[];
};

/** The sign-in methods. Plain forms: they work without scripts. */
export async function SignIn(props: Props) {
  const { brand, notice, again, isSwitch, languages, chooseLanguage } = props;
  const t = await getTranslations('SignIn');
  const common = await getTranslations('Common');
  return (
    <div className="mx-auto max-w-narrow sm:pt-8">
      <TimeZone />
      {brand.logo && <BrandLogo logo={brand.logo} className="mb-4 h-12 max-w-full" alt="" />}
      <h1 className="text-xl font-semibold wrap-anywhere sm:text-2xl">
        {common('signInTo', { brand: brand.name })}
      </h1>
      <p className="mt-1 mb-6 text-muted">{t('promise')}</p>
      {notice && (
        <div role="status" className="mb-5">
          <Banner tone={notice.tone} title={notice.title}>
            <p>{notice.text}</p>
          </Banner>
        </div>
      )}
      {again !== undefined && (
        <p className="mb-5 wrap-anywhere">
          {t(isSwitch ? 'switchIntro' : 'againIntro', { name: isolate(again) })}
        </p>
      )}
      <Ways {...props} />
      <LanguageSwitch languages={languages} chooseLanguage={chooseLanguage} className="pt-8" />
    </div>
  );
}

async function Ways(props: Props) {
  const { company, askForLink, demoPeople, csrfToken, callbackUrl, again } = props;
  const t = await getTranslations('SignIn');
  const common = await getTranslations('Common');
  if (!company && !askForLink && demoPeople.length === 0) return <p>{t('noWay')}</p>;
  return (
    <div className="space-y-8">
      {(company || askForLink) && (
        <div className={`${CARD} space-y-6 p-4 sm:p-6`}>
          {company && (
            <PostOnce action={`/api/auth/signin/company${again === undefined ? '' : '?again=1'}`}>
              <input type="hidden" name="csrfToken" value={csrfToken} />
              <input type="hidden" name="callbackUrl" value={callbackUrl} />
              <Button type="submit" variant="primary" className="w-full whitespace-normal">
                {t('company', { name: company })}
              </Button>
            </PostOnce>
          )}
          {askForLink && (
            <Way id="by-mail" title={t(company ? 'mailTitle' : 'mailTitleOnly')}>
              <AskForLinkForm
                action={askForLink}
                callbackUrl={callbackUrl}
                isOnlyWay={!company}
                texts={{
                  label: t('mailLabel'),
                  send: t('mailSend'),
                  sending: common('working'),
                  failed: t('mailFailed'),
                }}
              />
            </Way>
          )}
        </div>
      )}
      {demoPeople.length > 0 && (
        <Way id="as-demo" title={t('demoTitle')}>
          <DemoPeople people={demoPeople} csrfToken={csrfToken} callbackUrl={callbackUrl} />
        </Way>
      )}
    </div>
  );
}

function Way({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

type DemoPerson = {
  id: string;
  name: string;
  role: 'agent' | 'manager' | 'admin' | 'none';
  organization: string;
};

type DemoPeopleProps = { people: DemoPerson[]; csrfToken: string; callbackUrl: string };

/** The demo people, each with a sign-in button. */
async function DemoPeople({ people, csrfToken, callbackUrl }: DemoPeopleProps) {
  const t = await getTranslations('SignIn');
  const shell = await getTranslations('Shell');
  return (
    <>
      <p className="mb-4 text-muted">{t('demoIntro')}</p>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {people.map((person) => (
          <li key={person.id}>
            <PostOnce action="/api/auth/callback/demo">
              <input type="hidden" name="csrfToken" value={csrfToken} />
              <input type="hidden" name="callbackUrl" value={callbackUrl} />
              <input type="hidden" name="personId" value={person.id} />
              <button
                type="submit"
                className="flex min-h-14 w-full flex-col items-start justify-center px-4 py-2 text-left transition-colors hover:bg-hover"
              >
                <span dir="auto" className="font-semibold text-accent">
                  {person.name}
                </span>
                <span dir="auto" className="text-sm text-muted">
                  {shell('signedInAs', { role: person.role, organization: isolate(person.organization) })}
                </span>
              </button>
            </PostOnce>
          </li>
        ))}
      </ul>
    </>
  );
}
