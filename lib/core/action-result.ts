import type { Tone } from './status-labels';

/** The result of a posted form. Browser-safe. */
export type ActionResult = {
  /** The form it is shown in; '' shows it above everything, because its subject may be gone from the page. */
  form: string;
  tone: Tone;
  text: string;
  /** The typed values, if they have to be corrected. */
  values?: Record<string, string>;
  /** The name of the control that `text` is about, if it is about one. */
  field?: string;
  /** A page to visit first, for example to sign in again. */
  link?: { href: string; text: string };
  /** A required confirmation: a checkbox, with the value it sends. */
  confirm?: { name: string; value: string; label: string };
};

/** An action that a form posts to. Undefined shows no message: the page itself shows what changed. */
export type FormAction = (
  before: ActionResult | undefined,
  data: FormData,
) => Promise<ActionResult | undefined>;

/** The name of a form: its command, and its subject where a page has several forms of the same command. */
export function formName(command: string, subject = ''): string {
  return subject === '' ? command : `${command} ${subject}`;
}
