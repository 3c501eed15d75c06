'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Has the header drawn anew where it was drawn for somebody else than the page below it: the router keeps the frame
 * from page to page, and somebody may have signed in from another tab meanwhile. Shows nothing.
 */
export function FreshHeader({ renderedFor }: { renderedFor: string }) {
  const router = useRouter();
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('[data-rendered-for]');
    if (header && header.dataset.renderedFor !== renderedFor) router.refresh();
  }, [renderedFor, router]);
  return null;
}
