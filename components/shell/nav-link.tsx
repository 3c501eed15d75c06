'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

const CLASSES = {
  tab: 'inline-flex min-h-11 items-center border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:min-h-14',
  /** A line of a list beside the page, and a tab where there is no room for one: the current one is then in view. */
  side: 'max-xl:aria-[current=page]:[scroll-initial-target:nearest] inline-flex min-h-11 items-center border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink xl:flex xl:min-h-9 xl:rounded-control xl:border-b-0 xl:px-3 xl:hover:bg-hover xl:aria-[current=page]:bg-accent-soft xl:aria-[current=page]:text-accent',
};

/**
 * A navigation link that marks the current page.
 *
 * @param covers `section`: includes pages below its path
 * @param except a page below its path that has a link of its own
 * @param includes the path of more pages of the section, with its slash
 */
export function NavLink({
  href,
  covers = 'page',
  except,
  includes,
  variant = 'tab',
  children,
}: {
  href: string;
  covers?: 'page' | 'section';
  except?: string;
  includes?: string;
  variant?: keyof typeof CLASSES;
  children: ReactNode;
}) {
  const path = usePathname();
  const isBelow = covers === 'section' && path !== except && path.startsWith(`${href}/`);
  const isHere = path === href || isBelow || (includes !== undefined && path.startsWith(includes));
  return (
    <a href={href} aria-current={isHere ? 'page' : undefined} className={CLASSES[variant]}>
      {children}
    </a>
  );
}
