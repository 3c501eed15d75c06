/** Characters as people count them. */

/** Code points: an emoji counts as one (or as the code points it consists of), never as a half. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
