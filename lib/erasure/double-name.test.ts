import { describe, expect, it } from 'vitest';
import { blankAll, toPersonal } from './blank';
import { toNames } from './names-of';

const blank = (text: string, [first, last]: [string, string]) =>
  blankAll(text, toPersonal({ emails: [], names: toNames({ first, last }), phones: [] }));

describe('a lead with two last names', () => {
  it.each<[[string, string], string[]]>([
    [
      ['Karl', 'Brandt / Meier'],
      ['Karl Brandt', 'Karl Meier', 'Karl Brandt / Meier', 'Karl Brandt-Meier', 'Meier, Karl', 'KarlMeier'],
    ],
    [
      ['Karl / Anna', 'Brandt / Meier'],
      ['Karl Brandt', 'Anna Meier', 'Meier, Anna'],
    ],
    ...[
      'Brandt geb. Meier',
      'Brandt, geb. Meier',
      'Brandt (geb. Meier)',
      'Brandt geborene Meier',
      'Brandt née Meier',
    ].map((last): [[string, string], string[]] => [
      ['Anna', last],
      [
        ...['Anna Brandt', 'Anna Meier', 'Anna Brandt geb. Meier', 'Anna Brandt (geb. Meier)', 'Meier, Anna'],
        ...[
          'Anna Brandt, geborene Meier',
          'Anna Brandt-Meier',
          'Anna Meier-Brandt',
          'Brandt geb. Meier, Anna',
        ],
      ],
    ]),
    [
      ['', 'Anna Brandt geb. Meier'],
      ['Anna Brandt', 'Anna Meier', 'Anna Brandt geb. Meier'],
    ],
    [
      ['Karl', 'Brandt (Meier)'],
      ['Karl Brandt', 'Karl Meier'],
    ],
  ])('%o is found by each, and by both', (name, texts) => {
    for (const text of texts) expect(blank(`[${text}]`, name), text).toMatch(/^\[•••\)?\]$/);
  });

  it.each<[[string, string], string[]]>([
    [
      ['Karl / Anna', 'Brandt / Meier'],
      ['Karl Meier', 'Anna Brandt'],
    ],
    [
      ['Lena', 'Quast (Einkauf)'],
      ['Lena, Einkauf', 'Lena Einkauf'],
    ],
    [
      ['Karl', 'Brandt (Berlin)'],
      ['Karl, Berlin', 'Karl (Berlin)'],
    ],
    [
      ['Karl', 'Brandt-Meier'],
      ['Karl Brandt', 'Karl Meier', 'Brandt Meier'],
    ],
    [
      ['Anna', 'Brandt geb. Meier'],
      ['Anna geb. Schulz', 'Brandt geb. Meier'],
    ],
  ])('of %o others keep theirs', (name, texts) => {
    for (const text of texts) expect(blank(text, name), text).toBe(text);
  });
});

describe('a name behind which another last name stands', () => {
  const KARL: [string, string] = ['Karl', 'Brandt'];

  it.each([
    ['Karl Brandt geb. Meier called', '••• called'],
    ['Karl Brandt (geb. Meier)', '•••)'],
    ['Karl Brandt, geb. am 3.4.1970', '•••, geb. am 3.4.1970'],
    ['Karl Brandt born in Bonn', '••• born in Bonn'],
    ['Karl Brandt (Meier)', '••• (Meier)'],
    ['Karl Brandt / Meier', '••• / Meier'],
    // A hyphen may stand before anything.
    ['Karl Brandt-Termin, Karl Brandt-Leads.csv', '•••-Termin, •••-Leads.csv'],
    ['Karl Brandt-Ableger', '•••-Ableger'],
    ['karl_brandt-meier.csv', '•••-meier.csv'],
  ])('goes: %s', (text, blanked) => expect(blank(text, KARL)).toBe(blanked));

  it.each([
    'Karl Brandt-Meier',
    'Ole Lie, Karl Brandt-Müller called',
    'KARL BRANDT-MÜLLER',
    'Karl Brandt\u2010Schmidt',
    'Brandt-Meier, Karl',
    'Meier-Brandt, Karl',
    'Karl Meier-Brandt',
    'Brandt / Meier',
    'Brandt geb. Meier',
  ])('is that of somebody else, as a usual double name or alone: %s', (text) =>
    expect(blank(text, KARL)).toBe(text),
  );

  it('is theirs with a name of their own', () => {
    const names = [KARL, ['Karl', 'Meier']].flatMap(([first = '', last = '']) => toNames({ first, last }));
    expect(blankAll('Karl Brandt-Meier', toPersonal({ emails: [], names, phones: [] }))).not.toContain(
      'Brandt',
    );
  });
});
