import { isDense } from './dense-name';
import { isEveryday } from './everyday-words';
import { foldedWords, type IsMeant, type Search } from './fold';
import { joinedTest } from './joined-name';
import { AROUND, isOfDoubleName, isOfLongerName } from './longer-name';
import { joinedWords, type Name, namePatterns, nameTest, nameWords } from './name-pattern';

/** What to look for, and what a folded text has to hold for it: a thousand patterns would take seconds for one text. */
export type Sought = Search & { needles: readonly string[] };

/** Of all names first the whole, and the longest: a part of a longer one would leave the rest. */
export function soughtNames(names: readonly Name[]): Sought[] {
  const own = new Set(names.flatMap(({ first, last }) => foldedWords(`${first} ${last}`)));
  const longestFirst = names.toSorted((one, other) => lengthOf(other) - lengthOf(one));
  return (['whole', 'called', 'joined'] as const).flatMap((part) =>
    longestFirst.flatMap((name) => {
      const isMeant = part === 'joined' ? joinedTest(name, joinedWords(name)) : nameMeant(name, own);
      return soughtOf(name, part, isMeant);
    }),
  );
}

const lengthOf = ({ first, last }: Name) => first.length + last.length;

/** Names without a sign between, in whatever case, as a word of their own: "karlbrandt.csv", not "markdown.csv". */
export function soughtInFileNames(names: readonly Name[]): Sought[] {
  const isAlone: IsMeant = (text, start, end) =>
    !/[\p{L}\p{M}]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[\p{L}\p{M}]/u.test(text.slice(end, end + 2));
  return names
    .filter((name) => [name.first, name.last].every(isLong))
    .flatMap((name) => soughtOf(name, 'joined', isAlone));
}

/** Long enough that it is no end of many words, and no word of many texts. */
const isLong = (part: string) => foldedWords(part).join('').length >= MIN_JOINED && !isEveryday(part);
const MIN_JOINED = 3;

function soughtOf(name: Name, part: keyof ReturnType<typeof namePatterns>, isMeant: IsMeant): Sought[] {
  const needles = nameWords(name);
  return namePatterns(name)[part].map((pattern) => ({
    needles,
    pattern: new RegExp(pattern, 'gu'),
    isMeant,
  }));
}

function nameMeant(name: Name, own: ReadonlySet<string>): IsMeant {
  const isName = nameTest(name);
  const [given = '', family = ''] = [name.first, name.last].map((text) => foldedWords(text).join(''));
  const isOfInitial = /^[a-z]$/.test(given) && !isDense(family);
  return (text, start, end) => {
    const match = text.slice(start, end);
    const around = {
      before: text.slice(Math.max(0, start - AROUND), start),
      after: text.slice(end, end + AROUND),
      own,
    };
    if (!isName(match) || isOfDoubleName(match, { ...around, family })) return false;
    return !(isOfInitial && isOfLongerName(match, around));
  };
}
