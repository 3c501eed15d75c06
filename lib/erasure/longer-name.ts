import { foldedWords } from './fold';

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

/**
 * Whether an initial with a last name is a part of the longer name of somebody else: "Karl J. Brandt" is not J. Brandt. Only
 * if that stands by itself; in "Hello Karl J. Brandt called" nobody can tell. And never of a whole first name: "Hans Karl
 * Berg" may well be Karl Berg.
 *
 * @param before at most `AROUND` characters; `after`: the next one
 * @param own the folded words of all names of the person
 */
export function isOfLongerName(
  match: string,
  { before, after, own }: { before: string; after: string; own: ReadonlySet<string> },
): boolean {
  const isLastFirst = /^[\p{L}\p{M}]{2}/u.test(match.normalize('NFC'));
  if (isLastFirst || !AFTER.test(after)) return false;
  const [name = ''] = foldedWords(BEFORE.exec(before)?.groups?.given ?? '');
  return FIRST_NAMES.has(name) && !own.has(name);
}
