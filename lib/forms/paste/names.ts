import type { Contact } from './contact';

/** Belong to the family name that follows them. */
const PARTICLES: ReadonlySet<string> = new Set(
  'von,van,vom,zu,zum,zur,de,del,della,der,den,di,da,das,do,dos,du,des,la,le,las,los,el,al,bin,ibn,ter,ten,af,av,st,mc,mac,saint,san,santa'.split(
    ',',
  ),
);
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** What stands before a name and is none, without full stops. */
const FRONT = setOf(
  'mr mrs ms mx miss dr prof professor ing dipl hc herr herrn hr frau monsieur madame mme mlle sra srta señor señora doña dra abg univ habil mult fh tu dent vet',
);
/** Also names, as Phil and Nat are: titles with a full stop, in capitals, or behind another title. */
const FRONT_OR_NAME = setOf('mag rer nat med phil jur pol oec eng lic arq sr di ra m');
const BACK = setOf('phd mba msc bsc llm llb cpa pmp esq jr sr ii iii md cfa fh');
const BACK_OR_NAME = setOf('ma ba jun sen');
const PRONOUNS = setOf('she her he him they them er ihm sie ihr elle il ella él');
const IN_BRACKETS = /[（(]([^()（）]{0,30})[)）]/gu;
const JAPANESE_TITLE = /\s?(?:様|さん|殿)$/u;
const CJK = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]+$/u;

/** Who signs for somebody else: in small letters, as "I. A." are initials. */
const ON_BEHALF = /^(?:i\. ?[AV]\.|ppa\.|p\. ?p\.) ?/u;

/** A name without titles and degrees, wherever they stand. */
export function withoutTitles(name: string): string {
  // Runs of spaces would be tried from each of their places.
  const text = name.replace(/\s+/g, ' ').trim().replace(ON_BEHALF, '');
  const plain = text
    .replace(IN_BRACKETS, (all, inner: string) => (isOfTitles(inner) ? ' ' : all))
    .replace(/(?<!\p{L})(ph|m|b)\. (?=(?:d|sc)(?!\p{L}))/giu, '$1.')
    .replace(JAPANESE_TITLE, '');
  const [first = '', ...more] = plain.split(',');
  return [first, ...more.filter((part) => !isOfTitles(part))]
    .map(stripTitles)
    .filter((part) => part !== '')
    .join(', ');
}

/** Only titles: "MBA", "she/her". */
function isOfTitles(text: string): boolean {
  const words = text.split(/[\s/]+/).filter(Boolean);
  const all = [FRONT, FRONT_OR_NAME, BACK, BACK_OR_NAME, PRONOUNS];
  return words.every((word) => all.some((titles) => isOneOf(titles, word)));
}

/** "Dipl.-Ing." is made of two. */
function isOneOf(titles: ReadonlySet<string>, word: string): boolean {
  const parts = word.toLowerCase().replaceAll('.', '').split('-').filter(Boolean);
  return parts.length > 0 && parts.every((part) => titles.has(part));
}

function stripTitles(text: string): string {
  const words = text.split(' ').filter(Boolean);
  const isShouted = words.every(isCapital);
  const isTitle = (
    word: string,
    ownTitles: ReadonlySet<string>,
    ambiguous: ReadonlySet<string>,
    isBeside: boolean,
  ) =>
    isOneOf(ownTitles, word) ||
    (isOneOf(ambiguous, word) &&
      (word.endsWith('.') || (words.length > 2 && (isBeside || (isCapital(word) && !isShouted)))));
  for (let isBeside = false; words.length > 1 && isTitle(words[0] ?? '', FRONT, FRONT_OR_NAME, isBeside); ) {
    words.shift();
    isBeside = true;
  }
  for (
    let isBeside = false;
    words.length > 1 && isTitle(words.at(-1) ?? '', BACK, BACK_OR_NAME, isBeside);
  ) {
    words.pop();
    isBeside = true;
  }
  return words.join(' ');
}

const LOWER = /^\p{Ll}(?!['’])/u;
const INITIALS = /^(?:\p{Lu}\.-?)+$/u;
const NO_PART_OF_NAME = /[^\p{L}\p{M}\p{Pd}\s'’‘ʼ`´.,·・\u200c\u200d]/u;

/** Whether nobody can tell what is first name, last name or neither: "Karl Alder FRCS", "Eva Alder geb. Birke". */
export function isNameUnsure(name: string): boolean {
  const plain = withoutTitles(name);
  const words = plain.split(/[\s,]+/).filter(Boolean);
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const hasShort = /^\p{Lu}{2,3}$/u.test(first) || (words.length > 2 && /^\p{Lu}{2,4}$/u.test(last));
  const isOdd = (word: string) =>
    !PARTICLES.has(word.toLowerCase().replace('.', '')) &&
    ((word.includes('.') && !INITIALS.test(word)) || (LOWER.test(word) && /(?<!\p{L})\p{Lu}/u.test(plain)));
  return (
    NO_PART_OF_NAME.test(plain) ||
    plain.split(',').length > 2 ||
    (hasShort && words.length > 1 && !words.every((word) => word === word.toUpperCase())) ||
    words.some(isOdd)
  );
}

/**
 * First and last name of a person, without titles: the one way in which imports and pasted texts are read. A name that is
 * one word, or unsure, is not divided.
 */
export function readName(text: string): Pick<Contact, 'firstName' | 'lastName' | 'fullName'> {
  const plain = withoutTitles(text);
  return isNameUnsure(text) ? { fullName: plain } : divideName(plain);
}

/**
 * Divides a name into first and last name: "Winters, Nora", "DUPONT Jean", "Jan van der Berg", "山田 太郎". One
 * word is not divided.
 */
function divideName(name: string): Pick<Contact, 'firstName' | 'lastName' | 'fullName'> {
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
