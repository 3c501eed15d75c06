'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/** A link of the main navigation that knows whether it leads to the page that is shown. */
export function NavLink({ href, children }: { href: string; children: ReactNode }) {
  const isHere = usePathname() === href;
  return (
    <a
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className="inline-flex min-h-11 items-center border-b-2 border-transparent px-2 font-medium text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
    >
      {children}
    </a>
  );
}
