/**
 * The words of a field's id or label as they are compared to guess what the field is for: "marketingOptIn", "opt-in"
 * and "Opt in" are the same words, and so are "donné" and "donne".
 */
export function toFieldTokens(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}&]+/gu, ' ')
    .trim();
}
