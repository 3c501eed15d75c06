'use client';

import { useLinkStatus } from 'next/link';
import { useEffect } from 'react';
import { startPage } from './pending-page';

/** Inside a link: announces its page while it is on its way. */
export function LinkPending({ path }: { path: string }) {
  const { pending } = useLinkStatus();
  useEffect(() => (pending ? startPage(path) : undefined), [pending, path]);
  return null;
}
