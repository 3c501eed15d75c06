import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { FormAction } from '@/lib/core/action-result';
import { ActionProvider } from './action-form';

/** The area of several `ActionForm`s: one action for all of them, with general results shown above them. */
export async function ActionArea({
  action,
  failure = 'shown',
  children,
}: {
  action: FormAction;
  /** `silent` if the connection notice is enough. */
  failure?: 'shown' | 'silent';
  children: ReactNode;
}) {
  const t = await getTranslations('Action');
  const common = await getTranslations('Common');
  const texts = { failed: failure === 'shown' ? t('failed') : undefined, busy: common('working') };
  return (
    <ActionProvider action={action} texts={texts}>
      {children}
    </ActionProvider>
  );
}
