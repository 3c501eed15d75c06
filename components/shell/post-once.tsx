'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A plain form that leaves the page, with or without scripts. With them a second click while the first is on its way
 * does nothing; who comes back to the page may send it again.
 */
export function PostOnce({ action, children }: { action: string; children: ReactNode }) {
  const isSent = useRef(false);
  useEffect(() => {
    const reset = () => {
      isSent.current = false;
    };
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  return (
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        const { nativeEvent } = event;
        if (isSent.current) {
          event.preventDefault();
          return;
        }
        isSent.current = true;
        // Held back because the desk cannot be reached: nothing was sent.
        setTimeout(() => {
          if (nativeEvent.defaultPrevented) isSent.current = false;
        });
      }}
    >
      {children}
    </form>
  );
}
