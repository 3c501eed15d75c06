/**
 * The looks of the desk's own parts, for pages that the worker draws: it is bundled without React, which the parts
 * themselves need.
 */

export const CARD = 'rounded-card border border-line bg-surface';

export const BUTTON =
  'inline-flex min-h-11 min-w-40 items-center justify-center rounded-control border border-accent-edge bg-accent-solid px-4 text-lg font-semibold text-on-accent hover:bg-accent-solid-hover sm:min-h-9 sm:px-3.5 sm:text-base';

export const CONTROL =
  'block w-full min-w-0 rounded-control border border-line-strong bg-surface px-3 py-2 text-lg text-ink aria-invalid:border-2 aria-invalid:border-danger sm:text-base';

export const ONE_LINE = `${CONTROL} h-11 sm:h-10`;

/** A checkbox or radio button with its label: the whole line is the target. */
export const CHOICE_LINE =
  'flex min-h-11 items-start gap-3 rounded-control border border-line-button bg-surface px-3 py-2.5 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-10 sm:py-2';

export const TICK_IN_LINE = 'tick size-5 shrink-0 outline-none';
