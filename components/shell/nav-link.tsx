'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

/**
 * A navigation link that marks the current page.
 *
 * @param covers `section`: includes pages below its path
 */
export function NavLink({
  href,
  covers = 'page',
  children,
}: {
  href: string;
  covers?: 'page' | 'section';
  children: ReactNode;
}) {
  const path = usePathname();
  const isHere = path === href || (covers === 'section' && path.startsWith(`${href}/`));
  return (
    <a
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className="inline-flex min-h-11 items-center border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:min-h-14"
    >
      {children}
    </a>
  );
}
