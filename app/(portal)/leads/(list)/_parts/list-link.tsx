import type { ReactNode } from 'react';
import { type ButtonVariant, buttonClass } from '@/components/ui/button';

/** A link that looks like a button. `SoftNavigation` opens it: the list needs no other script for links. */
export function ListLink({
  href,
  variant,
  className,
  children,
}: ButtonVariant & { href: string; className?: string; children: ReactNode }) {
  return (
    <a href={href} data-soft="page" className={buttonClass({ variant, className })}>
      {children}
    </a>
  );
}
