import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonVariants, buttonClass } from './button';

/** A link that looks like a button. Never fetched ahead: a live page would fetch it again at every change. */
export function LinkButton({ look, size, className, ...rest }: ComponentProps<typeof Link> & ButtonVariants) {
  return <Link prefetch={false} className={buttonClass({ look, size, className })} {...rest} />;
}
