'use client';

import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A plain form that leaves the page, with or without scripts. With scripts a second click during a post does
 * nothing; after returning to the page it can be sent again.
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
        // Blocked because the desk is unreachable: nothing was sent.
        setTimeout(() => {
          if (nativeEvent.defaultPrevented) isSent.current = false;
        });
      }}
    >
      {children}
    </form>
  );
}
