import { foldedWords } from './fold';
import { isUsualLastName } from './usual-last-names';

/** Before the name that somebody was born with. Folded. */
export const BORN_WORDS = 'geb|geborene[rn]?|nee|born|nata|nacida|nascida|formerly|frueher|vormals|ehemals';

const BORN =
  /(?<![\s,(（])[\s,(（]+(?:geb\.|geb|geborene[rn]?|née|né|nee|born|nata|nacida|nascida|formerly|früher|vormals|ehemals)[\s:]+(?<born>\p{Lu}[\p{L}\p{M}'’-]+)[)）]?/iu;
/** "Brandt (Meier)". */
const IN_BRACKETS = /[(（](?<other>\p{Lu}[\p{L}\p{M}'’]+)[)）]\s*$/u;

/**
 * The last names in a field: "Brandt / Meier", "Brandt geb. Meier", and "Brandt (Meier)" if the one in brackets is usual: it
 * may also be a town. Without any of it the field alone.
 */
export function lastNamesIn(field: string): { family: string; others: string[] } {
  const born = BORN.exec(field)?.groups?.born;
  const family = field.replace(BORN, '').trim();
  const inBrackets = IN_BRACKETS.exec(family)?.groups?.other;
  const isName = inBrackets !== undefined && foldedWords(inBrackets).every(isUsualLastName);
  return { family, others: [...(born ? [born] : []), ...(isName ? [inBrackets] : [])] };
}
