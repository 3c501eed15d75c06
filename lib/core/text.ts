/**
 * The first `most` characters of a text, counted as people and databases do: never half of one. A text cut
 * between the two halves of an emoji is no valid text, and PostgreSQL's jsonb refuses it.
 */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  let cut = '';
  let count = 0;
  for (const character of text) {
    if (count === most) break;
    cut += character;
    count += 1;
  }
  return cut;
}

/** False for NUL and for halves of characters: PostgreSQL's text and jsonb refuse both, and neither survives JSON. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The text with U+FFFD in place of what PostgreSQL's text and jsonb refuse: NUL and halves of characters. The one
 * way by which texts that come from elsewhere are made fit to be kept: the same text always gives the same.
 */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
