'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Re-renders the header if it was rendered for another person than the page: the router keeps the frame
 * across pages, and someone may have signed in from another tab. Shows nothing.
 */
export function FreshHeader({ renderedFor }: { renderedFor: string }) {
  const router = useRouter();
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('[data-rendered-for]');
    if (header && header.dataset.renderedFor !== renderedFor) router.refresh();
  }, [renderedFor, router]);
  return null;
}
