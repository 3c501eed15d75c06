'use client';

import { createContext, type ReactNode, use } from 'react';

const OffContext = createContext(false);

/** Turns all forms inside that change something off, where the server would refuse them. */
export function WriteAccess({ isOff, children }: { isOff: boolean; children: ReactNode }) {
  return <OffContext value={isOff}>{children}</OffContext>;
}

/** Whether a control here changes nothing now. */
export const useIsOff = (): boolean => use(OffContext);

/**
 * The controls of a form that changes something or downloads a file.
 *
 * @param className the form's own: while they are off, the fieldset lays them out
 */
export function WriteFields({ className = '', children }: { className?: string; children: ReactNode }) {
  if (!useIsOff()) return children;
  return (
    <fieldset disabled role="presentation" className={`min-w-0 ${className}`}>
      {children}
    </fieldset>
  );
}
