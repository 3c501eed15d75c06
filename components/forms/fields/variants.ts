/** The style of every control of the form; 44 px high, for touch. */
export const CONTROL =
  'block w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-lg text-ink transition-colors sm:text-base ' +
  'placeholder:text-muted aria-invalid:border-2 aria-invalid:border-danger';

export const ONE_LINE = `${CONTROL} h-11 sm:h-10`;
export const SHORT = 'sm:max-w-64';

/** A checkbox or radio button with its label: the whole line is the target. */
export const CHOICE_LINE =
  'flex min-h-11 items-start gap-3 rounded-control border border-line-button bg-surface px-3 py-2.5 transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-10 sm:py-2';
export const TICK = 'size-5 shrink-0 accent-accent-solid outline-none';
