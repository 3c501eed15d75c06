import { getTranslations } from 'next-intl/server';
import { isolate } from '@/lib/core/isolate';
import { PostOnce } from './post-once';

export type DemoPerson = {
  id: string;
  name: string;
  role: 'agent' | 'manager' | 'admin' | 'none';
  organization: string;
};

type Props = { people: DemoPerson[]; csrfToken: string; callbackUrl: string };

/** The demo people, each with a sign-in button. */
export async function DemoPeople({ people, csrfToken, callbackUrl }: Props) {
  const t = await getTranslations('SignIn');
  return (
    <>
      <p className="mb-4 text-muted">{t('demoIntro')}</p>
      <ul className="divide-y divide-line rounded-control border border-line bg-surface">
        {people.map((person) => (
          <li key={person.id}>
            <PostOnce action="/api/auth/callback/demo">
              <input type="hidden" name="csrfToken" value={csrfToken} />
              <input type="hidden" name="callbackUrl" value={callbackUrl} />
              <input type="hidden" name="personId" value={person.id} />
              <button
                type="submit"
                aria-label={t('signInAs', { name: isolate(person.name) })}
                className="flex min-h-14 w-full flex-col items-start justify-center px-4 py-2 text-left hover:bg-sunken"
              >
                <span dir="auto" className="font-medium text-accent">
                  {person.name}
                </span>
                <span dir="auto" className="text-sm text-muted">
                  {t('demoRole', { role: person.role, organization: isolate(person.organization) })}
                </span>
              </button>
            </PostOnce>
          </li>
        ))}
      </ul>
    </>
  );
}
