import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { requireSignedIn } from '@/lib/auth/viewer';
import { isolate } from '@/lib/core/isolate';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('Waiting'))('title') };
}

/** For a person who signed in and has no membership yet. */
export default async function WaitingPage() {
  const person = await requireSignedIn('/leads');
  if (person.membership) redirect('/leads');
  const t = await getTranslations('Waiting');
  return (
    <div className="mx-auto max-w-form">
      <EmptyState
        icon="hourglass"
        level={1}
        title={t('title')}
        action={
          <LinkButton href="/leads" variant="primary">
            {t('again')}
          </LinkButton>
        }
        note={t('next', { email: isolate(person.email) })}
      >
        {t('hello', { name: isolate(person.name) })} {t('what')}
      </EmptyState>
    </div>
  );
}
