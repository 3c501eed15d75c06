import type { ComponentProps } from 'react';

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-control border font-semibold transition-colors max-sm:max-w-full max-sm:shrink-0 max-sm:text-center sm:whitespace-nowrap disabled:cursor-default disabled:opacity-60 aria-disabled:cursor-default aria-disabled:opacity-60';
const VARIANTS = {
  primary: 'border-accent-edge bg-accent-solid text-on-accent hover:bg-accent-solid-hover',
  secondary: 'border-line-button bg-surface text-ink hover:bg-hover',
  ghost: 'border-transparent bg-transparent text-ink hover:bg-hover',
  danger: 'border-line-button bg-surface text-danger hover:border-danger hover:bg-danger-soft',
  destroy: 'border-danger bg-danger text-surface hover:border-ink',
};
const SIZES = {
  regular: 'min-h-11 px-4 text-lg sm:min-h-9 sm:px-3.5 sm:text-base',
  small: 'min-h-8 px-2.5 text-sm',
};

export type ButtonVariant = {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
};

/** The style of buttons, and of links that look like one. On a phone a label that is longer than the screen wraps. */
export function buttonClass({
  variant = 'secondary',
  size = 'regular',
  className = '',
}: ButtonVariant & { className?: string | undefined } = {}): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`;
}

/**
 * A button; `type` defaults to "button", so that none submits by accident.
 *
 * @param isBusy its act is on its way: the label stays, a turning ring says so
 */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  isBusy = false,
  children,
  ...rest
}: ComponentProps<'button'> & ButtonVariant & { isBusy?: boolean }) {
  return (
    <button
      type={type}
      className={buttonClass({ variant, size, className })}
      {...rest}
      aria-disabled={isBusy || rest['aria-disabled']}
    >
      {isBusy && <Ring />}
      {children}
    </button>
  );
}

/** Drawn without the set of icons: error pages have a button, and are part of every page's scripts. */
function Ring() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  );
}
