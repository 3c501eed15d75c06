/** Characters as people count them. */

/** Code points: an emoji is one (or, if it is made of several, as many as it is made of), never a half. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** False for NUL and for halves of characters: neither survives a database or JSON. */
export function isReadable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
