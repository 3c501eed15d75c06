/** The style of every control of the form; 44 px high, for touch. */
export const CONTROL =
  'block w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-base text-ink ' +
  'placeholder:text-muted aria-invalid:border-2 aria-invalid:border-danger';

export const ONE_LINE = `${CONTROL} h-11`;
export const SHORT = 'sm:max-w-64';

/** A checkbox or radio button with its label: the whole line is the target. */
export const CHOICE_LINE = 'flex min-h-11 items-start gap-3 py-2.5 *:first:mt-0.5';
export const TICK = 'size-6 shrink-0 accent-accent';
