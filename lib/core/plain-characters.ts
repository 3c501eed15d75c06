/** Written and not seen: joiners, direction marks, soft hyphens, fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * A phone number or an email address without what comes along when it is copied or typed on another keyboard: no
 * invisible characters, and hyphens and characters of full width as plain ones. Browser-safe.
 */
export function toPlainCharacters(text: string): string {
  return text
    .replace(UNSEEN, '')
    .replace(/[\u2010-\u2012\u2212]/g, '-')
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
