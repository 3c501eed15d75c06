import { isDense } from './dense-name';
import { isEveryday } from './everyday-words';
import { foldedWords, foldText, type IsMeant, isInvisible } from './fold';
import type { Name } from './name-pattern';
import { isParticle } from './particles';

/** A folded first and last name, in the order in which they stand. */
type Pair = readonly [string, string];

/** What of a name may stand without a sign between: no letters alone, and no "MacDonald" for Mac Donald. */
export function canBeJoined(first: readonly string[], last: readonly string[]): boolean {
  const [given, family] = [first.join(''), last.join('')];
  return given.length > 1 && family.length > 1 && !isDense(given + family) && !first.every(isParticle);
}

/**
 * Whether a name without a sign between is meant as one: as in "KarlBrandt" and "LeadsKarlBrandt2026", where capitals say
 * where a word begins, or with a sign between that nobody sees. Not "Johnson".
 */
export function joinedTest({ first, last }: Name, pairs: readonly Pair[]): IsMeant {
  const isWord = !isEveryday(first) && !isEveryday(last);
  return (text, start, end) => {
    const match = text.slice(start, end);
    const [before, after] = [text.slice(Math.max(0, start - 2), start), text.slice(end, end + 2)];
    const isAlone = !/[\p{L}\p{M}]$/u.test(before) && !/^[\p{L}\p{M}]/u.test(after);
    const begins = !/[\p{L}\p{M}]$/u.test(before) || isEdge(before, match);
    const isBegun = begins && (!/^[\p{L}\p{M}]/u.test(after) || isEdge(match, after));
    return isBegun && hasJoint(match, { pairs, isWord, isAlone });
  };
}

/** Whether a word ends and another one begins, by its capital. */
const isEdge = (before: string, after: string) => /\p{Ll}\p{M}*$/u.test(before) && /^\p{Lu}/u.test(after);

type Joint = { pairs: readonly Pair[]; isWord: boolean; isAlone: boolean };

function hasJoint(match: string, { pairs, isWord, isAlone }: Joint): boolean {
  return Array.from(match.matchAll(/./gsu), ({ index }) => index).some((at) => {
    const [before, after] = [match.slice(0, at), match.slice(at)];
    const isUnseen = isAlone && isInvisible(String.fromCodePoint(after.codePointAt(0) ?? 0));
    return (isUnseen || (isWord && isEdge(before, after))) && isPair([before, after], pairs);
  });
}

const isPair = ([before, after]: Pair, pairs: readonly Pair[]) => {
  const [one, other] = [before, after].map((text) => foldedWords(foldText(text).text).join(''));
  return pairs.some(([given, family]) => given === one && family === other);
};
