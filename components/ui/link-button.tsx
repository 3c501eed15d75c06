import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonClass } from './button';

/** A link that looks like a button. Never prefetched: a live page would fetch it again at every change. */
export function LinkButton({
  variant,
  size,
  className,
  ...rest
}: ComponentProps<typeof Link> & ButtonVariant) {
  return <Link prefetch={false} className={buttonClass({ variant, size, className })} {...rest} />;
}
