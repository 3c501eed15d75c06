import { countCharacters, isVisible } from './text';

/** The longest name of a saved view, in characters. */
export const MAX_VIEW_NAME = 80;

const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Marks that turn the direction of what follows them; letters need none. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** A typed name on one line; undefined if nothing of it can be seen, or it is too long. Browser-safe. */
export function toViewName(typed: string): string | undefined {
  const name = typed.replace(TURNING, '').replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return isVisible(name) && countCharacters(name) <= MAX_VIEW_NAME ? name : undefined;
}
