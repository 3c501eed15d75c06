import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { FormAction } from '@/lib/core/action-result';
import { ActionProvider } from './action-form';

/** Where `ActionForm`s stand: one action for all of them, and above them what is shown of none in particular. */
export async function ActionArea({
  action,
  failure = 'shown',
  children,
}: {
  action: FormAction;
  /** `silent` where the connection's own notice says enough. */
  failure?: 'shown' | 'silent';
  children: ReactNode;
}) {
  const t = await getTranslations('Action');
  const texts = { failed: failure === 'shown' ? t('failed') : undefined, busy: t('busy') };
  return (
    <ActionProvider action={action} texts={texts}>
      {children}
    </ActionProvider>
  );
}
