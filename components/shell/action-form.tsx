'use client';

import { type ReactNode, useActionState } from 'react';
import { guarded } from '@/components/ui/guarded-action';

type Action = (state: undefined, data: FormData) => Promise<undefined>;

/**
 * A form of the page's frame that posts a server action. If the desk cannot be reached nothing happens but what the
 * connection's notice says; left alone, the error would take the place of the page.
 */
export function ActionForm({
  action,
  className,
  children,
}: {
  action: Action;
  className?: string;
  children: ReactNode;
}) {
  const [, dispatch] = useActionState(
    guarded<undefined>(action, () => undefined),
    undefined,
  );
  return (
    <form action={dispatch} className={className}>
      {children}
    </form>
  );
}
