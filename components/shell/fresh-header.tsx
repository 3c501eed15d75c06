'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Has the header drawn anew where it was drawn for somebody else than the page below it: the router keeps the frame
 * from page to page, and somebody may have signed in from another tab meanwhile. Shows nothing.
 */
export function FreshHeader({ drawnFor }: { drawnFor: string }) {
  const router = useRouter();
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('[data-drawn-for]');
    if (header && header.dataset.drawnFor !== drawnFor) router.refresh();
  }, [drawnFor, router]);
  return null;
}
