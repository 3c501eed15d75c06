import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '@/tests/support/property-runs';
import { BLANK, blankAll, blankFileName, type Personal, sparing, toPersonal } from './blank';
import { foldText } from './fold';
import { toNames } from './names-of';

/** Random people in random texts: nothing of the person is left, and a text about others stays as it is. */

const GIVEN = [
  'Karl',
  'Élodie',
  'Işıl',
  'Фёдор',
  'Νίκος',
  'สมชาย',
  'أحمد',
  'דוד',
  'Anna Lena',
  'Jean-Luc',
  'Zoë',
  'Žofie',
];
const FAMILY = [
  'Brandtmann',
  'Müllerski',
  'Kılıçoğlu',
  'Орловский',
  'Παππάς',
  'ใจดีวงศ์',
  'حسنين',
  'כהנוביץ',
  'von Quastel',
  'O’Neillson',
];
/** None of them is, begins or ends a name above. */
const WORDS = [
  'call',
  'the',
  'lead',
  'moved',
  'on',
  '2026',
  'Zentrale',
  'fällig',
  'срок',
  '納期',
  'سعر',
  'ราคา',
  '🎉',
  'x@y.example',
  '040 1112223',
  '•••',
  '&',
  '<b>',
  '\n',
  '"',
];
const HIDDEN = ['\u200b', '\u200c', '\u200d', '\u00ad', '\ufeff', '\u2060', '\u061c'];

const person = fc.record({
  first: fc.constantFrom(...GIVEN),
  last: fc.constantFrom(...FAMILY),
  local: fc.stringMatching(/^[a-z][a-z0-9]{4,9}$/),
  digits: fc.stringMatching(/^[2-9][0-9]{7}$/),
});
type Person = typeof person extends fc.Arbitrary<infer One> ? One : never;

const emailOf = ({ local }: Person) => `q${local}@quastel.example`;
const phoneOf = ({ digits }: Person) => `+49 30 ${digits}`;
const personalOf = (one: Person): Personal =>
  toPersonal({ emails: [emailOf(one)], names: toNames(one), phones: [phoneOf(one)] });

const changeCase = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC').toUpperCase().normalize('NFD'),
  (text) => text.replace(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
);
/** Characters that nobody sees, anywhere within. */
const hide = fc
  .array(fc.tuple(fc.nat(60), fc.constantFrom(...HIDDEN)), { maxLength: 4 })
  .map((places) => (text: string) => {
    const all = [...text];
    for (const [at, one] of places) if (all.length > 1) all.splice(1 + (at % (all.length - 1)), 0, one);
    return all.join('');
  });
const ARABIC = (text: string) => text.replace(/\d/g, (one) => String.fromCharCode(0x660 + Number(one)));

const mention = fc.constantFrom<(one: Person) => string>(
  ({ first, last }) => `${first} ${last}`,
  ({ first, last }) => `${last}, ${first}`,
  ({ first, last }) => `${last}، ${first}`,
  ({ first, last }) => `${first.replaceAll(' ', '_')}_${last.replaceAll(' ', '_')}`,
  ({ first, last }) => `${first}.${last}`,
  emailOf,
  (one) => emailOf(one).replace('@', '%40'),
  phoneOf,
  ({ digits }) => `0${'30'}/${digits.slice(0, 4)}-${digits.slice(4)}`,
  ({ digits }) => `0049 (0)30 ${digits.slice(0, 2)} ${digits.slice(2)}`,
  ({ digits }) => ARABIC(`030 ${digits}`),
);
const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((some) => some.join(' '));

const lettersOf = (text: string) => foldText(text).text.replace(/[^\p{L}\p{N}]/gu, '');

describe('a random person in a random text', () => {
  it('goes, however they are written, and what stands around them stays', () => {
    fc.assert(
      fc.property(
        person,
        mention,
        changeCase,
        hide,
        words,
        words,
        (one, write, change, hideIn, before, after) => {
          const written = hideIn(change(write(one)));
          const blanked = blankAll(`${before} ${written} ${after}`, personalOf(one));
          expect(blanked).toBe(`${before} ${BLANK} ${after}`);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('is not in a text about others, which stays as it is to the last unit', () => {
    const anything = fc.oneof(
      words,
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
    );
    fc.assert(
      fc.property(person, anything, hide, (one, text, hideIn) => {
        const personal = personalOf(one);
        const hidden = hideIn(text);
        expect(blankAll(hidden, personal)).toBe(hidden);
        expect(blankFileName(hidden, personal)).toBe(hidden);
      }),
      { numRuns: runs(100) },
    );
  });

  it('beside another one leaves the other, and twice is once', () => {
    fc.assert(
      fc.property(person, person, mention, mention, (one, other, write, writeOther) => {
        const isRelative =
          one.first === other.first ||
          one.last === other.last ||
          one.digits.slice(-7) === other.digits.slice(-7);
        fc.pre(!isRelative && one.local !== other.local);
        const kept = writeOther(other);
        const blanked = blankAll(`${write(one)}; ${kept}; ${write(one)}`, personalOf(one));
        expect(blanked).toBe(`${BLANK}; ${kept}; ${BLANK}`);
        expect(blankAll(blanked, personalOf(one))).toBe(blanked);
      }),
      { numRuns: runs(60) },
    );
  });

  it('keeps the address of somebody else who is called like them', () => {
    fc.assert(
      fc.property(person, changeCase, (one, change) => {
        const address = `${lettersOf(one.first)}.${lettersOf(one.last)}@desk.example`;
        const personal = sparing(personalOf(one), [address]);
        const written = change(address);
        expect(blankAll(`${written}, ${one.first} ${one.last}`, personal)).toBe(`${written}, ${BLANK}`);
      }),
    );
  });
});

describe('what takes no longer than the text is long', () => {
  const KARL: Person = { first: 'Karl', last: 'Brandt', local: 'karl', digits: '99887766' };
  /** Letters. With the square of it a test would not end before its timeout. */
  const SIZE = 300_000;

  it.each([
    ['of names that stay', 'Karl Brandtner, Brandt-Meier, Karl; '],
    ['of spaces and signs', ' - . , '],
    ['of digits', '0309988776 0 '],
    ['of one digit', '9'],
    ['of the first name', 'karl '],
    ['of the last name', 'brandt '],
    ['of the name joined', 'karlbrandt'],
    ['of at signs', '@'],
    ['of almost the address', 'qkarl@quastel.exampl '],
    ['of hidden characters', '\u200b'],
    ['of hidden characters in a name', 'Ka\u200brl\u200b'],
    ['of combining marks', 'a\u0301\u0301'],
    ['of Chinese', '納期報告'],
    ['of capitals', 'KarlBrandtKarlBrandtX'],
    ['of birth names', 'Karl Brandt geb. '],
    ['of brackets', 'Karl ((((((('],
    ['of ampersands', '&#1234567;'],
    ['of dots', 'brandt.karl.'],
    ['of Thai titles', 'นายคุณ'],
  ])('a text %s', (_, part) => {
    const text = part.repeat(Math.ceil(SIZE / part.length));
    const personal = personalOf(KARL);
    expect(blankFileName(text, personal)).toBeTypeOf('string');
  });

  it('10,000 texts, for a person with a hundred names', () => {
    const names = Array.from({ length: 100 }, (_, n) => ({
      first: `Ada${n}`,
      last: `Brandt${n} / Meier${n}`,
    }));
    const personal = toPersonal({
      ...{ emails: names.map((_, n) => `ada${n}@quastel.example`), names: names.flatMap(toNames) },
      phones: names.map((_, n) => `+49 30 99${100_000 + n}`),
    });
    for (let n = 0; n < 10_000; n += 1) {
      const text = `Lead ${n} of Carl Schäfer <carl${n}@other.example>, 040 11${100_000 + n}, called about the offer`;
      if (blankAll(text, personal) !== text) throw new Error(`changed: ${text}`);
    }
  });
});
