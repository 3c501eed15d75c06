'use client';

import { useRouter } from 'next/navigation';
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import { isForTheBrowser } from './clicks';
import { readListLeft, recordReturn } from './use-return-focus';

/** A link to the list as it was left: its filters, its page, its scroll position and the opened row. */
export function BackLink({
  href,
  className,
  children,
}: {
  /** The list, if this page was not opened from one. */
  href: string;
  className: string;
  children: ReactNode;
}) {
  const router = useRouter();
  const [list, setList] = useState<string>();
  useEffect(() => setList(readListLeft()), []);
  const onClick = (event: MouseEvent) => {
    if (!list || isForTheBrowser(event)) return;
    event.preventDefault();
    recordReturn();
    router.push(list, { scroll: false });
  };
  return (
    <a href={list ?? href} onClick={onClick} className={className}>
      {children}
    </a>
  );
}
