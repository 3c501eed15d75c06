import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { PageHeading } from '@/components/shell/page-heading';
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
    <div className="mx-auto max-w-form space-y-4 rounded-card border border-line bg-surface px-4 py-6 sm:px-8 sm:py-8">
      <PageHeading title={t('title')} />
      <p>{t('hello', { name: isolate(person.name) })}</p>
      <p>{t('what')}</p>
      <p className="text-muted">{t('next', { email: isolate(person.email) })}</p>
      <LinkButton href="/leads">{t('again')}</LinkButton>
    </div>
  );
}
