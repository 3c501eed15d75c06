import type { Tone } from './status-words';

/** What a posted form is answered with. Browser-safe. */
export type ActionResult = {
  /** The form it is shown in; '' shows it above everything, because what it is about may be gone from the page. */
  form: string;
  tone: Tone;
  text: string;
  /** What was typed, where it has to be corrected. */
  values?: Record<string, string>;
  /** Where to go first, as to sign in again. */
  link?: { href: string; text: string };
  /** What has to be agreed to before it is done: a box to tick, with the value it sends. */
  confirm?: { name: string; value: string; label: string };
};

/** An action that a form posts to. Undefined says nothing: the page itself shows what changed. */
export type FormAction = (
  before: ActionResult | undefined,
  data: FormData,
) => Promise<ActionResult | undefined>;

/** The name of a form: its command, and what it is about where a page has several of the same command. */
export function formName(command: string, subject = ''): string {
  return subject === '' ? command : `${command} ${subject}`;
}
