'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/**
 * Re-renders the header if it was rendered for another person than the page, or before a lead was corrected or read, or
 * a draft saved or deleted: the router keeps the frame across pages, and someone may have signed in from another tab.
 * Shows nothing.
 */
export function FreshHeader({
  renderedFor,
  corrections,
  drafts,
  unread,
}: {
  renderedFor: string;
  corrections: number;
  drafts: number;
  unread: number;
}) {
  const router = useRouter();
  useEffect(() => {
    const header = document.querySelector<HTMLElement>('[data-rendered-for]')?.dataset;
    if (!header) return;
    const isSame =
      header.renderedFor === renderedFor &&
      header.corrections === String(corrections) &&
      header.drafts === String(drafts) &&
      header.unread === String(unread);
    if (!isSame) router.refresh();
  }, [renderedFor, corrections, drafts, unread, router]);
  return null;
}
