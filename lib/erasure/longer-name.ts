import { foldedWords } from './fold';
import { isUsualLastName } from './usual-last-names';

/**
 * Usual first names, folded, that are nothing else. Of any other word nobody can tell whether it belongs to the name behind
 * it, as in "Ask J. Brandt". So words, months, brands and places such as Mark, Jan, Mercedes and Sofia are left out, and the
 * name goes.
 */
const FIRST_NAMES: ReadonlySet<string> = new Set(
  `
  alejandra alejandro alessandra alessandro alexandre andreas andres andrew anke anna annalena annika antje beatriz
  benjamin bjoern brian brigitte carolin carolina carsten caterina christina christine christoph christophe christopher
  claudio cristina daniel david dennis dieter dietmar dominik elke enrique filippo francesco francois francoise
  franziska frederik gerhard gertrud giorgio giovanni giulia giuseppe guillaume guillermo gunnar gunter guenter guenther
  hannelore hannes hans heike heiko heinrich heinz helga helmut hendrik henrik herbert ingo ingrid janina
  jeanne jennifer jens joerg johann johannes josefina juergen jurgen karl karsten katarina katharina katherine kathrin
  katja katrin kenneth kerstin klaus kristin kristina luigi mareike margarete markus marlene mateo mathias mathieu matteo
  matthew matthias melanie michael michaela miguel mikael mirjam nadine nicolas nikolaus norbert olaf patrizia peter
  philip philipp philippe rainer ralf raquel rebecca rebekka reinhard renate ricardo riccardo richard rolf ruediger
  rudiger sabine sascha siegfried sigrid silke stefan stefanie stephan stephanie stephen steven susana susanne svenja
  thierry thomas thorsten torsten ulrich ulrike waltraud winfried wolfgang yves
  `
    .split(/\s+/)
    .filter(Boolean),
);

/** As much of a text as another first name, with initials and what stands before it, takes, and more. */
export const AROUND = 60;

/** What a longer name stands between that is no part of a sentence: "Ole Lie, Karl J. Brandt", `<td>Karl J. Brandt</td>`. */
const SIGNS = String.raw`[\n\r,;"“”„«»()\[\]{}<>|]`;
/** "Karl " of "Karl J. Brandt", "Karl M. " of "Karl M. J. Brandt". Not of a file's name: that may have anything in it. */
const BEFORE = new RegExp(
  String.raw`(?:^|${SIGNS} ?)(?<given>\p{Lu}[\p{L}\p{M}]+)[ \u00a0](?:\p{L}(?:\. ?| )){0,2}$`,
  'u',
);
const AFTER = new RegExp(`^(?:$|${SIGNS})`, 'u');

type Around = { before: string; after: string; own: ReadonlySet<string> };

/**
 * Whether an initial with a last name is a part of the longer name of somebody else: "Karl J. Brandt" is not J. Brandt. Only
 * if that stands by itself; in "Hello Karl J. Brandt called" nobody can tell. And never of a whole first name: "Hans Karl
 * Berg" may well be Karl Berg.
 *
 * @param before at most `AROUND` characters, as `after`
 * @param own the folded words of all names of the person
 */
export function isOfLongerName(match: string, { before, after, own }: Around): boolean {
  const isLastFirst = /^[\p{L}\p{M}]{2}/u.test(match.normalize('NFC'));
  if (isLastFirst || !AFTER.test(after)) return false;
  const [name = ''] = foldedWords(BEFORE.exec(before)?.groups?.given ?? '');
  return FIRST_NAMES.has(name) && !own.has(name);
}

const HYPHEN = '[-\\u2010\\u2011]';
const BEHIND = new RegExp(String.raw`^${HYPHEN}(?<other>\p{Lu}[\p{L}\p{M}]+)(?![\p{L}\p{M}\p{N}_])`, 'u');
const IN_FRONT = new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}_])(?<other>\p{Lu}[\p{L}\p{M}]+)${HYPHEN}$`, 'u');

/**
 * Whether a name is a part of a double one, that of somebody else: "Karl Brandt-Meier", "Meier-Brandt, Karl". Only with a
 * usual last name that none of the person's leads has, and not in the name of a file: what else stands behind a hyphen may
 * be anything.
 *
 * @param family the last name, folded
 */
export function isOfDoubleName(
  match: string,
  { before, after, own, family }: Around & { family: string },
): boolean {
  const words = foldedWords(match);
  const isFile =
    /[_%+]/.test(match) || /^[^\s,;]*\.(?:csv|tsv|txt|xlsx?|ods|pdf)(?![\p{L}\p{N}])/iu.test(after);
  if (isFile) return false;
  const isEnd = words.join('').endsWith(family);
  const other = (isEnd ? BEHIND.exec(after) : IN_FRONT.exec(before))?.groups?.other ?? '';
  return other !== '' && foldedWords(other).every((word) => isUsualLastName(word) && !own.has(word));
}
