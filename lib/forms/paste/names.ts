import type { Contact } from './contact';

/** Belong to the family name that follows them. */
export const PARTICLES: ReadonlySet<string> = new Set(
  'von,van,vom,zu,zum,zur,de,del,della,der,den,di,da,das,do,dos,du,des,la,le,las,los,el,al,bin,ibn,ter,ten,af,av,st,mc,mac,saint,san,santa'.split(
    ',',
  ),
);
const TITLE =
  'mr|mrs|ms|mx|miss|dr|prof|ing|dipl|h\\.?c|herr|frau|monsieur|madame|mme|mlle|sra|srta|señora?|doña|dra|abg';
/** Also first names, as Phil and Nat are: titles with a full stop, or behind another one. */
const TITLE_OR_NAME = 'mag|rer|nat|med|phil|jur|pol|oec|eng|lic|arq|sr';
const PREFIX = new RegExp(
  `^(?:(?:${TITLE})\\.?(?:-ing\\.?)?\\s+(?:(?:${TITLE_OR_NAME})\\.?\\s+)*|(?:${TITLE_OR_NAME})\\.\\s+|m\\.\\s+)+`,
  'iu',
);
const SUFFIX =
  /(?:,? (?:(?:ph\.?\s?d|mba|m\.?\s?sc|b\.?\s?sc|m\.a|b\.a|ll\.?m|cpa|pmp|esq|jr|sr|ii|iii|md|cfa)\.?|\((?:fh|univ|she|he|they|er|sie|elle|il|ella|él)[^)]{0,20}\)|様|さん|殿))+$/iu;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;

/** Who signs for somebody else: in small letters, as "I. A." are initials. */
const ON_BEHALF = /^(?:i\. ?[AV]\.|ppa\.|p\. ?p\.) ?/u;

/** A name without titles and degrees. */
export function withoutTitles(name: string): string {
  // Runs of spaces would be tried from each of their places.
  const words = name.replace(/\s+/g, ' ').trim();
  return words.replace(ON_BEHALF, '').replace(PREFIX, '').replace(SUFFIX, '').trim();
}

/**
 * Divides a name into first and last name: "Winters, Nora", "DUPONT Jean", "Jan van der Berg", "山田 太郎". One
 * word is not divided.
 */
export function divideName(name: string): Pick<Contact, 'firstName' | 'lastName' | 'fullName'> {
  const [family, given, ...more] = name.split(',').map((part) => part.trim());
  if (family && given && more.length === 0) {
    return { firstName: given, lastName: family, fullName: `${given} ${family}` };
  }
  const words = name.split(/[\s\u3000]+/).filter(Boolean);
  if (words.length < 2) return { fullName: name };
  const at = familyStart(words);
  const ends = at === undefined ? 1 : at;
  const [before, after] = [words.slice(0, ends).join(' '), words.slice(ends).join(' ')];
  // The family name comes first.
  const isTurned = at === undefined;
  return { firstName: isTurned ? after : before, lastName: isTurned ? before : after, fullName: name };
}

/** Where the family name begins; undefined if it is the first word. */
function familyStart(words: readonly string[]): number | undefined {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (words.every((word) => CJK.test(word))) return undefined;
  if (isCapital(first) && !isCapital(last)) return undefined;
  let at = words.length - 1;
  while (at > 1 && PARTICLES.has((words[at - 1] ?? '').toLowerCase().replace('.', ''))) at -= 1;
  return at;
}

function isCapital(word: string): boolean {
  return /^[\p{Lu}\p{M}'’-]{2,}$/u.test(word);
}

/** Whether a line reads like the name of a person. */
export function isNameLike(text: string): boolean {
  if (text.length > 60) return false;
  const words = text.split(/[\s\u3000]+/).filter(Boolean);
  if (words.every((word) => CJK.test(word))) {
    const letters = words.join('').length;
    return words.length === 2 && letters >= 2 && letters <= 8;
  }
  if (words.length < 2 || words.length > 5) return false;
  const isWord = (word: string) => /^\p{Lu}[\p{L}\p{M}'’.-]*,?$/u.test(word);
  const isParticle = (word: string) => PARTICLES.has(word.toLowerCase().replace('.', ''));
  return (
    isWord(words[0] ?? '') &&
    words.every((word) => isWord(word) || isParticle(word)) &&
    words.filter(isWord).length >= 2
  );
}
