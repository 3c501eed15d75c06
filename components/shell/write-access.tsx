'use client';

import { type ReactNode, use } from 'react';
import { OffContext } from './action-form';

/** Turns all forms inside that change something off, where the server would refuse them. */
export function WriteAccess({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return <OffContext value={isOff}>{children}</OffContext>;
}

/**
 * The controls of a form that changes something or downloads a file.
 *
 * @param className the form's own: while they are off, the fieldset lays them out
 */
export function WriteFields({ className, children }: { className?: string; children: ReactNode }) {
  const isOff = use(OffContext);
  return isOff ? (
    <fieldset disabled className={className}>
      {children}
    </fieldset>
  ) : (
    children
  );
}
