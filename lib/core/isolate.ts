/** Marks that change or embed text direction; no name needs them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\u200f\u061c]/u;
const [FIRST_STRONG_ISOLATE, POP] = ['\u2068', '\u2069'];

/** Untrusted text without marks that could reorder the text around it. For plain text, such as mails. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(DIRECTION_MARKS, '');
}

/**
 * Untrusted text for the middle of our sentences: in any script, the words around it keep their order. In an
 * element of its own, use `<bdi>` instead.
 */
export function isolate(text: string): string {
  const plain = withoutDirectionMarks(text);
  return RIGHT_TO_LEFT.test(plain) ? `${FIRST_STRONG_ISOLATE}${plain}${POP}` : plain;
}
