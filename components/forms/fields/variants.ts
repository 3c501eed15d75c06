import { CONTROL } from '@/components/ui/field';

/** The style of every control of the form; 44 px high, for touch. */
export const FORM_CONTROL = `${CONTROL} block min-w-0 px-3 py-2 text-lg transition-colors placeholder:text-muted aria-invalid:border-danger sm:text-base`;

export const ONE_LINE = `${FORM_CONTROL} h-11 sm:h-10`;
export const SHORT = 'sm:max-w-64';

/** A checkbox or radio button with its label: the whole line is the target. */
export const CHOICE_LINE =
  'flex min-h-11 items-start gap-3 rounded-control border border-line-button bg-surface px-3 py-2.5 transition-colors hover:bg-hover has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:min-h-10 sm:py-2';
