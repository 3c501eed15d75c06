import { getTranslations } from 'next-intl/server';
import { Banner } from '@/components/ui/banner';
import { TimeZone } from './time-zone';

export type DemoPerson = {
  id: string;
  name: string;
  role: 'agent' | 'manager' | 'admin' | 'none';
  organization: string;
};

type Props = {
  /** Empty outside the demo. */
  demoPeople: DemoPerson[];
  /** Absent if the browser keeps no cookies. */
  csrfToken?: string;
  callbackUrl: string;
  /** Set if an attempt just failed. */
  failed: boolean;
};

/** The ways to sign in. Plain forms: they work without scripts. */
export async function SignIn({ demoPeople, csrfToken, callbackUrl, failed }: Props) {
  const t = await getTranslations('SignIn');
  return (
    <div className="mx-auto max-w-md">
      <TimeZone />
      <h1 className="mb-3 text-xl font-semibold">{t('title')}</h1>
      {failed && (
        <div className="mb-4">
          <Banner tone="bad" title={t('failed')} />
        </div>
      )}
      {!csrfToken && <Banner tone="warn" title={t('cookies')} />}
      {csrfToken && demoPeople.length === 0 && <p>{t('noWay')}</p>}
      {csrfToken && demoPeople.length > 0 && (
        <>
          <p className="mb-4 text-muted">{t('demoIntro')}</p>
          <ul className="divide-y divide-line rounded-control border border-line bg-surface">
            {demoPeople.map((person) => (
              <li key={person.id}>
                <form method="post" action="/api/auth/callback/demo">
                  <input type="hidden" name="csrfToken" value={csrfToken} />
                  <input type="hidden" name="callbackUrl" value={callbackUrl} />
                  <input type="hidden" name="personId" value={person.id} />
                  <button
                    type="submit"
                    aria-label={t('signInAs', { name: person.name })}
                    className="flex min-h-14 w-full flex-col items-start justify-center px-4 py-2 text-left hover:bg-sunken"
                  >
                    <span dir="auto" className="font-medium text-accent">
                      {person.name}
                    </span>
                    <span dir="auto" className="text-sm text-muted">
                      {t('demoRole', { role: person.role, organization: person.organization })}
                    </span>
                  </button>
                </form>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
