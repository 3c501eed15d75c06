import { describe, expect, it } from 'vitest';
import { blankAll, toPersonal } from './blank';
import type { Name } from './name-pattern';
import { toNames } from './names-of';

const blank = (text: string, ...people: Name[]) =>
  blankAll(text, toPersonal({ emails: [], names: people.flatMap((name) => toNames(name)), phones: [] }));
const J = { first: 'J', last: 'Brandt' };
const ADA = { first: 'Ada', last: 'Brandt' };
const KARL = { first: 'Karl', last: 'Berg' };

describe('a full name within the longer one of somebody else stays', () => {
  it.each<[Name, string[]]>([
    [
      J,
      [
        'Karl J. Brandt',
        'KARL J. BRANDT',
        'Ask Karl J. Brandt!',
        'Dr. Karl J Brandt',
        'Karl M. J. Brandt',
        'karl_j_brandt.csv',
        'Élodie, Jürgen J. Brandt',
      ],
    ],
    [{ first: 'J.', last: 'Brandt' }, ['Karl J. Brandt', 'Karl\u00a0J. Brandt']],
    [ADA, ['Maria Ada Brandt', 'Brandt, Ada Maria', 'Anna-Ada Brandt', 'anna_ada_brandt.csv']],
    [KARL, ['Hans Karl Berg', 'Hans-Karl Berg', 'hans-karl-berg.csv', 'HANS KARL BERG']],
  ])('of %o', (name, texts) => {
    for (const text of texts) {
      expect(blank(text, name), text).toBe(text);
      expect(blank(text.normalize('NFD'), name), text).toBe(text.normalize('NFD'));
    }
  });
});

describe('the person’s own name goes', () => {
  it.each<[Name, string, string]>([
    // In doubt: a word before it that is no usual first name, or also another word.
    [J, 'Ask J. Brandt, Lead J. Brandt, Kunde J. Brandt', 'Ask •••, Lead •••, Kunde •••'],
    [J, 'Dear Mr J. Brandt', 'Dear Mr •••'],
    [J, 'Will J. Brandt sign? Mark J. Brandt as won', 'Will ••• sign? Mark ••• as won'],
    // Others beside it.
    [J, 'Karl, J. Brandt; Karl & J. Brandt; Karl und J. Brandt', 'Karl, •••; Karl & •••; Karl und •••'],
    [J, 'Hello Karl\nJ. Brandt called', 'Hello Karl\n••• called'],
    [J, '{"by":"Karl","about":"J. Brandt"}', '{"by":"Karl","about":"•••"}'],
    [J, 'leads_j_brandt.csv', 'leads_•••.csv'],
    [ADA, 'karl ada brandt', 'karl •••'],
    [ADA, 'Brandt, Ada, Maria; Ada Brandt Maria', '•••, Maria; ••• Maria'],
    [ADA, 'Karl: Ada Brandt', 'Karl: •••'],
    // Also in its longer forms.
    [{ first: 'Karl J.', last: 'Brandt' }, 'Karl J. Brandt, Brandt, Karl J, Karl Brandt', '•••, •••, •••'],
    [{ first: 'Hans Karl', last: 'Berg' }, 'Hans Karl Berg, Hans Berg', '•••, •••'],
    [KARL, 'Karl M. Berg, Berg, Karl M., Berg Karl', '•••, •••, •••'],
    [{ first: 'Karl & Anna', last: 'Berg' }, 'Karl und Anna Berg, Anna Berg', '•••, •••'],
  ])('of %o: %s', (name, text, blanked) => {
    expect(blank(text, name)).toBe(blanked);
    expect(blank(text.normalize('NFD'), name)).toBe(blanked.normalize('NFD'));
  });

  it('with what their other leads call them', () => {
    expect(blank('Karl J. Brandt and J. Brandt', J, { first: 'Karl', last: 'Brandt' })).toBe('••• and •••');
    expect(blank('Hans Karl Berg', KARL, { first: 'Hans', last: 'Berg' })).toBe('Hans •••');
  });
});
