'use client';

import { type ComponentType, useEffect, useState } from 'react';

export type CachedProps = {
  /**
   * The person the page is rendered for; '' if nothing may be kept, as after signing out; undefined if nobody is signed in.
   */
  owner: string | undefined;
};

/**
 * Loads what keeps leads on this device, where its person allowed it. Cookies may be deleted alone, or expire: the worker
 * is still there then, and what it keeps is sent, or deleted for another person.
 */
export function CachedLoader({ isAllowed, owner }: CachedProps & { isAllowed: boolean }) {
  const [loaded, setLoaded] = useState<{ default: ComponentType<CachedProps> }>();
  useEffect(() => {
    // Without a network it is tried again with the next page.
    if (isAllowed || navigator.serviceWorker?.controller) import('./cached').then(setLoaded, () => undefined);
  }, [isAllowed]);
  return loaded ? <loaded.default owner={owner} /> : null;
}
