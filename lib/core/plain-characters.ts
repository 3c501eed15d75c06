/**
 * A phone number or an email address without what comes along when it is copied or typed on another keyboard: no
 * invisible characters (joiners, direction marks, soft hyphens, fillers), and hyphens and characters of full width as plain
 * ones. Browser-safe.
 */
export function toPlainCharacters(text: string): string {
  return text
    .replace(/[\p{Cf}\p{DI}]/gu, '')
    .replace(/[\u2010-\u2013\u2212]/g, '-')
    .replace(/[\uff01-\uff5e]/g, (wide) => wide.normalize('NFKC'));
}
