import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClass } from './button';
import { LinkPending } from './link-pending';

/** A link that looks like a button. Never prefetched: a live page would fetch it again at every change. */
export function LinkButton({
  variant,
  size,
  className,
  children,
  href,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'href'> & { href: string } & ButtonVariant) {
  return (
    <Link prefetch={false} href={href} className={buttonClass({ variant, size, className })} {...rest}>
      {children}
      <LinkPending path={href} />
    </Link>
  );
}
