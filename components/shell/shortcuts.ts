/** Which key does what, and when it does nothing. Pure, apart from reading the event. */

/** The id of their list on the page. */
export const SHORTCUTS = 'shortcuts';

type Shortcut = 'search' | 'newLead' | 'next' | 'previous' | 'help';

const KEYS = new Map<string, Shortcut>([
  ['/', 'search'],
  ['n', 'newLead'],
  ['j', 'next'],
  ['k', 'previous'],
  ['?', 'help'],
]);

/** Where a letter is typed, or chooses an option. */
const TYPING = 'input, textarea, select, [contenteditable], [role=combobox], [role=listbox]';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing' | 'defaultPrevented'
> & {
  target: { closest?: (selectors: string) => unknown } | EventTarget | null;
};

/** The shortcut of a pressed key; undefined for other keys, with a modifier, and while the person types. */
export function findShortcut(pressed: Pressed): Shortcut | undefined {
  const { key, ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target } = pressed;
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented) return undefined;
  const isTyping = target !== null && 'closest' in target && Boolean(target.closest?.(TYPING));
  return isTyping ? undefined : KEYS.get(key);
}

/** The neighbour of a row; the first or the last one from outside, and undefined beyond the ends. */
export function moveTo<Row>(
  rows: readonly Row[],
  { from, direction }: { from?: Row; direction: 'next' | 'previous' },
): Row | undefined {
  const at = from === undefined ? -1 : rows.indexOf(from);
  if (at === -1) return direction === 'next' ? rows[0] : rows.at(-1);
  return rows[direction === 'next' ? at + 1 : at - 1];
}
