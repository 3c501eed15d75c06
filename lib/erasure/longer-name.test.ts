import { describe, expect, it } from 'vitest';
import { blankAll, sparing, toPersonal } from './blank';
import type { Name } from './name-pattern';
import { toNames } from './names-of';

const blank = (text: string, ...people: Name[]) =>
  blankAll(text, toPersonal({ emails: [], names: people.flatMap((name) => toNames(name)), phones: [] }));
const J = { first: 'J', last: 'Brandt' };
const ADA = { first: 'Ada', last: 'Brandt' };
const KARL = { first: 'Karl', last: 'Berg' };

describe('an initial with a last name stays within a longer name that stands by itself', () => {
  it.each([
    'Karl J. Brandt',
    'KARL J. BRANDT',
    'Karl\u00a0J. Brandt',
    'Karl M. J. Brandt',
    'Élodie Durand, Jürgen J. Brandt, Ole Lie',
    'Ole Lie; Karl J Brandt\nMarie Durand',
    '{"by":"Karl J. Brandt"}',
    '<p>Karl J. Brandt</p>',
    'Ole Lie (Karl J. Brandt)',
  ])('%s', (text) => {
    for (const name of [J, { first: 'J.', last: 'Brandt' }]) {
      expect(blank(text, name)).toBe(text);
      expect(blank(text.normalize('NFD'), name)).toBe(text.normalize('NFD'));
    }
  });
});

describe('the person’s own name goes', () => {
  it.each<[Name, string, string]>([
    // In doubt: a word before it that is no usual first name, or also a word, month, brand or place.
    [J, 'Ask J. Brandt, Lead J. Brandt, Kunde J. Brandt', 'Ask •••, Lead •••, Kunde •••'],
    [J, 'Dear Mr J. Brandt', 'Dear Mr •••'],
    [J, 'Will J. Brandt sign? Mark J. Brandt as won', 'Will ••• sign? Mark ••• as won'],
    ...[
      'Jan',
      'Mercedes',
      'Roman',
      'Victoria',
      'Florence',
      'Marina',
      'Santiago',
      'Jean',
      'Otto',
      'Sofia',
    ].map((word): [Name, string, string] => [J, `${word} J. Brandt`, `${word} •••`]),
    // Whoever is told something, or in another column.
    [J, 'Hallo Thomas J. Brandt hat angerufen', 'Hallo Thomas ••• hat angerufen'],
    [J, 'Hallo Thomas J. Brandt', 'Hallo Thomas •••'],
    [J, 'Thomas J. Brandt fragen', 'Thomas ••• fragen'],
    [J, 'Karl\tJ. Brandt; Karl  J. Brandt', 'Karl\t•••; Karl  •••'],
    [J, `${'x'.repeat(49)} Thomas J. Brandt`, `${'x'.repeat(49)} Thomas •••`],
    [J, 'karl_j_brandt.csv, Karl-J-Brandt.csv', 'karl_•••.csv, Karl-•••.csv'],
    // Others beside it.
    [J, 'Karl, J. Brandt; Karl & J. Brandt; Karl und J. Brandt', 'Karl, •••; Karl & •••; Karl und •••'],
    [J, 'Hello Karl\nJ. Brandt called', 'Hello Karl\n••• called'],
    [J, '{"by":"Karl","about":"J. Brandt"}', '{"by":"Karl","about":"•••"}'],
    [J, 'leads_j_brandt.csv', 'leads_•••.csv'],
    [J, 'Karl J. Brandt, J. Brandt', 'Karl J. Brandt, •••'],
    [ADA, 'karl ada brandt', 'karl •••'],
    [ADA, 'Brandt, Ada, Maria; Ada Brandt Maria', '•••, Maria; ••• Maria'],
    [ADA, 'Karl: Ada Brandt', 'Karl: •••'],
    // Another first name: it may be one more of theirs.
    [ADA, 'Maria Ada Brandt, Anna-Ada Brandt', 'Maria •••, Anna-•••'],
    [ADA, 'Brandt, Ada Maria', '••• Maria'],
    [ADA, 'Brandt, Ada Thomas fragen', '••• Thomas fragen'],
    [KARL, 'Hans Karl Berg, Hans-Karl Berg', 'Hans •••, Hans-•••'],
    [KARL, 'Hallo Thomas Karl Berg hat angerufen', 'Hallo Thomas ••• hat angerufen'],
    [KARL, 'Kunde Berg, Karl Martin Schmidt', 'Kunde ••• Martin Schmidt'],
    [KARL, 'leads_jan_karl_berg.csv', 'leads_jan_•••.csv'],
    [KARL, 'Export Jan-Karl-Berg', 'Export Jan-•••'],
    [KARL, 'Mercedes Karl Berg', 'Mercedes •••'],
    // In its longer forms, too.
    [{ first: 'Karl J.', last: 'Brandt' }, 'Karl J. Brandt, Brandt, Karl J, Karl Brandt', '•••, •••, •••'],
    [{ first: 'Hans Karl', last: 'Berg' }, 'Hans Karl Berg, Hans Berg', '•••, •••'],
    [KARL, 'Karl M. Berg, Berg, Karl M., Berg Karl', '•••, •••, •••'],
    [{ first: 'Karl & Anna', last: 'Berg' }, 'Karl und Anna Berg, Anna Berg', '•••, •••'],
    // Behind a first name in another script.
    [{ first: '小明', last: '王' }, 'Michael 王小明, Anna_王小明.csv', 'Michael •••, Anna_•••.csv'],
    [{ first: '민수', last: '김' }, 'Daniel 김민수 called', 'Daniel ••• called'],
    [{ first: 'J', last: '王' }, 'Karl J. 王', 'Karl •••'],
    [{ first: 'J', last: 'Paul' }, 'Paul J. Paul', 'Paul •••'],
  ])('of %o: %s', (name, text, blanked) => {
    expect(blank(text, name)).toBe(blanked);
    expect(blank(text.normalize('NFD'), name)).toBe(blanked.normalize('NFD'));
  });

  it.each<[Name, string, string]>([
    [ADA, 'Karl Brandt, Ada Brandt', 'Karl Brandt, •••'],
    [ADA, 'Karl Brandt\nAda Brandt', 'Karl Brandt\n•••'],
    [ADA, 'Karl Brandt - Ada Brandt', 'Karl Brandt - •••'],
    [ADA, 'Karl Brandt (Ada Brandt)', 'Karl Brandt (•••)'],
    [ADA, 'Karl Brandt: Ada Brandt', 'Karl Brandt: •••'],
    [ADA, 'Karl Brandt. Ada Brandt called', 'Karl Brandt. ••• called'],
    [ADA, 'Karl Brandt, Dr. Ada Brandt', 'Karl Brandt, Dr. •••'],
    [ADA, 'Karl Brandt, Ada M. Brandt', 'Karl Brandt, •••'],
    [ADA, 'karl_brandt_ada_brandt.csv', 'karl_brandt_•••.csv'],
    [J, 'Karl Brandt, J. Brandt', 'Karl Brandt, •••'],
    [KARL, 'Anna Berg Karl Berg', 'Anna Berg •••'],
    // Lists with the last name first.
    [ADA, 'Brandt, Ada\nBrandt, Karl', '•••\nBrandt, Karl'],
    [ADA, 'Brandt, Ada, Brandt, Karl', '•••, Brandt, Karl'],
    [ADA, 'Brandt Ada Brandt', 'Brandt •••'],
    // Of everyday words, which of two that overlap is written as a name.
    [{ first: 'Will', last: 'May' }, 'may Will May', 'may •••'],
    [{ first: 'Will', last: 'May' }, 'May, Will may', '••• may'],
    [J, 'Brandt, J brandt', '••• brandt'],
    [J, 'brandt, J. Brandt', 'brandt, •••'],
    [J, 'j brandt J. Brandt', 'j brandt •••'],
  ])('beside a relative of that name: %o: %s', (name, text, blanked) => {
    expect(blank(text, name)).toBe(blanked);
  });

  it('behind an address that stays', () => {
    const personal = toPersonal({ emails: [], names: toNames(J), phones: [] });
    const blanked = blankAll('ann@x.example Karl J. Brandt', sparing(personal, ['ann@x.example']));
    expect(blanked).toBe('ann@x.example Karl •••');
  });

  it('with what their other leads call them', () => {
    expect(blank('Karl J. Brandt', J, { first: 'Karl', last: 'Brandt' })).toBe('•••');
    expect(blank('Karl M. J. Brandt', J, { first: 'Karl', last: 'Lie' })).toBe('Karl M. •••');
    expect(blank('Hans Karl Berg', KARL, { first: 'Hans', last: 'Berg' })).toBe('Hans •••');
  });

  it('in a long text of names that stay', () => {
    const started = performance.now();
    const text = 'Karl J. Brandt, '.repeat(6_000);
    expect(blank(`${text}J. Brandt`, J)).toBe(`${text}•••`);
    expect(blank('j brandt '.repeat(12_000), J)).toBe('j brandt '.repeat(12_000));
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});
