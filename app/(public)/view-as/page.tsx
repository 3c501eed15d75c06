import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { titleName } from '@/app/name-title';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { getView, requireSignedIn } from '@/lib/auth/viewer';
import { isolate } from '@/lib/core/isolate';

export async function generateMetadata(): Promise<Metadata> {
  const view = await getView();
  const t = await getTranslations('ViewAs');
  return { title: view && t('title', { name: titleName(view.viewer.name) }) };
}

/** Where an admin who sees the desk as a person arrives instead of what is not available then. */
export default async function ViewAsPage() {
  await requireSignedIn('/');
  const view = await getView();
  if (!view) redirect('/');
  const t = await getTranslations('ViewAs');
  const name = isolate(view.viewer.name);
  return (
    <div className="mx-auto max-w-form">
      <EmptyState
        icon="user"
        level={1}
        title={t('title', { name })}
        action={
          <LinkButton href="/leads" variant="primary">
            {t('toLeads')}
          </LinkButton>
        }
      >
        {t('detail', { name })}
      </EmptyState>
    </div>
  );
}
