/** Marks that turn or embed the direction of what follows; nothing that a name needs. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u061c]/u;
const [FIRST_STRONG_ISOLATE, POP] = ['\u2068', '\u2069'];

/** Text of somebody else without what could turn the words around it. For where nothing can be marked, as in mails. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_MARKS, '');
}

/**
 * Text of somebody else for the middle of a sentence of ours: whatever it is written in, the words around it keep
 * their order. Where it stands in an element of its own, `<bdi>` does the same.
 */
export function isolate(text: string): string {
  const plain = withoutDirectionMarks(text);
  return RIGHT_TO_LEFT.test(plain) ? `${FIRST_STRONG_ISOLATE}${plain}${POP}` : plain;
}
