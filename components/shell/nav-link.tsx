'use client';

import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';

const CLASSES = {
  tab: 'inline-flex min-h-11 items-center border-b-2 border-transparent px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink sm:min-h-14',
  /**
   * A line of a menu on a phone, a tab on a wider screen, of which the current one is in view, a line beside the page
   * on a wide one.
   */
  side: 'flex min-h-11 items-center px-2 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink max-sm:aria-[current=page]:text-accent sm:max-xl:border-b-2 sm:max-xl:border-transparent sm:max-xl:aria-[current=page]:[scroll-initial-target:nearest] sm:max-xl:aria-[current=page]:border-accent sm:max-xl:aria-[current=page]:text-ink xl:min-h-9 xl:rounded-control xl:px-3 xl:hover:bg-hover xl:aria-[current=page]:bg-accent-soft xl:aria-[current=page]:text-accent',
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

/** The text of the page shown now: of several that cover its path, the last. */
export function NameOfPage({ pages }: { pages: readonly { href: string; text: string }[] }) {
  const path = usePathname();
  return pages.findLast(({ href }) => path === href || path.startsWith(`${href}/`))?.text;
}
