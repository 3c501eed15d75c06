import { describe, expect, it } from 'vitest';
import { isSearchFor } from './about-person';
import { blankAll, toPersonal } from './blank';
import { toNames } from './names-of';

const personOf = (first: string, last: string, company?: string) =>
  toPersonal({ emails: [], names: toNames({ first, last, company }), phones: [] });
const blank = (text: string, [first, last]: [string, string]) => blankAll(text, personOf(first, last));

describe('a whole name in one field', () => {
  it.each<[string, string[]]>([
    [
      'Maria del Carmen López García',
      ['Maria del Carmen López García', 'María del Carmen Lopez Garcia', 'López García, Maria del Carmen'],
    ],
    ['López García, María del Carmen', ['María del Carmen López García', 'Garcia Lopez'.slice(0, 0)]],
    [
      'Dr. med. Karl-Heinz von der Tannenbaum',
      ['Karl-Heinz von der Tannenbaum', 'von der Tannenbaum, Karl-Heinz'],
    ],
    ['Anna Maria Post', ['Anna Maria Post', 'Post, Anna Maria']],
    ['Anna Lena Schmidt', ['Anna Lena Schmidt', 'Anna Schmidt', 'Schmidt, Anna Lena']],
    ['Ole & Pia Sandviken', ['Ole Sandviken', 'Pia Sandviken', 'Ole & Pia Sandviken']],
    ['José Luis Rodríguez y Zapatero', ['Jose Luis Rodriguez y Zapatero']],
    ['王小明', ['王小明', '王 小明']],
    ['김민수', ['김민수', '김 민수']],
  ])('“%s” is found, however long', (whole, texts) => {
    for (const text of texts.filter(Boolean)) {
      expect(blank(`(${text})`, ['', whole]), text).toBe('(•••)');
      expect(blank(`(${text})`, [whole, '']), text).toBe('(•••)');
    }
  });

  it.each([
    ['Society for the Protection of Birds', 'Society for the Protection of Birds'],
    [
      'Stadtwerke Musterstadt Abteilung Einkauf Team Süd',
      'Stadtwerke Musterstadt Abteilung Einkauf Team Süd',
    ],
    ['Maria del Carmen López García', 'Maria, Carmen López, del García'],
    ['van den Berg', 'Piet van den Berg'],
    ['dal Pozzo', 'Marco dal Pozzo'],
    ['佐々木', '佐々木'],
    ['田中', '田中'],
    ['민수', '민수'],
    ['王先生', '王先生'],
    ['김부장', '김부장'],
    ['마케팅', '마케팅'],
    ['Einkauf Region Süd', 'Einkauf Region Süd'],
  ])('“%s” is no person, or a last name alone: %s stays', (whole, text) => {
    expect(blank(text, ['', whole])).toBe(text);
  });
});

describe('two people in one entry', () => {
  it.each<[[string, string], string[]]>([
    [
      ['', 'Ole Mandt, Pia Mandt'],
      ['Ole Mandt', 'Pia Mandt', 'Mandt, Pia'],
    ],
    [
      ['', 'Ole Mandt, Pia Mandt, Ida Randt'],
      ['Ole Mandt', 'Pia Mandt', 'Ida Randt'],
    ],
    [
      ['Uwe, Eva', 'Kandt'],
      ['Uwe Kandt', 'Eva Kandt', 'Uwe, Eva Kandt', 'Uwe und Eva Kandt'],
    ],
    [
      ['Ulf u. Ida', 'Randt'],
      ['Ulf Randt', 'Ida Randt', 'Ulf u. Ida Randt', 'Ulf & Ida Randt'],
    ],
    [
      ['', 'Ulf u. Ida Randt'],
      ['Ulf Randt', 'Ida Randt'],
    ],
    [
      ['Karl Zandt', 'Ada Zandt'],
      ['Karl Zandt', 'Ada Zandt', 'Zandt, Karl'],
    ],
  ])('of %o are each found', (name, texts) => {
    for (const text of texts) expect(blank(`(${text})`, name), text).toBe('(•••)');
  });

  it.each<[[string, string], string]>([
    [['', 'López García, María Carmen'], 'López García, Carmen María'],
    [['María Carmen', 'López García'], 'María Carmen; García López'],
    [['Karl, M.', 'Brandt'], 'M. Brandt'],
    [['Karl, Dr.', 'Brandt'], 'Dr. Brandt'],
  ])('are not one person: of %o %s stays', (name, text) => {
    expect(blank(text, name)).toBe(text);
  });
});

describe('a part of a name that is no person', () => {
  it.each<[[string, string], string[]]>([
    [
      ['R&D', 'Kontaktstelle'],
      ['RD Kontaktstelle', 'R Kontaktstelle', 'D. Kontaktstelle'],
    ],
    [
      ['Anna + Co', 'Brauhaus'],
      ['Co Brauhaus', 'Brauhaus & Co', 'Brauhaus Co'],
    ],
    [
      ['Info/Einkauf', 'Stahlwerk'],
      ['Einkauf Stahlwerk AG', 'Info Stahlwerk'],
    ],
    [
      ['n/a', 'Winterberg'],
      ['N. A. Winterberg', 'na Winterberg'],
    ],
    [
      ['Test', 'User'],
      ['test user created', 'test-user.csv', 'user test', 'the users of a test'],
    ],
    [
      ['Will', 'May'],
      ['May will be busy', 'they will, may and can', 'will may'],
    ],
    [
      ['Mark', 'Price'],
      ['mark price', 'a price mark'],
    ],
  ])('of %o blanks nothing of others', (name, texts) => {
    for (const text of texts) expect(blank(text, name), text).toBe(text);
  });

  it.each<[[string, string], string[]]>([
    [
      ['R&D', 'Kontaktstelle'],
      ['R&D Kontaktstelle', 'R & D Kontaktstelle', 'Kontaktstelle, R&D'],
    ],
    [
      ['Anna + Co', 'Brauhaus'],
      ['Anna + Co Brauhaus', 'Anna Brauhaus'],
    ],
    [
      ['Test', 'User'],
      ['Test User', 'User, Test'],
    ],
    [
      ['Will', 'May'],
      ['Will May', 'WILL MAY', 'May, Will', 'will_may'],
    ],
    [
      ['Ole & Pia', 'Sandviken'],
      ['Ole und Pia Sandviken', 'Ole & Pia Sandviken', 'Pia Sandviken'],
    ],
  ])('of %o goes with the whole name', (name, texts) => {
    for (const text of texts) expect(blank(`(${text})`, name), text).toBe('(•••)');
  });

  it.each<[string, string]>([
    ['Ji-won', 'Na'],
    ['Na', 'Lindgren'],
    ['Chris', 'Null'],
  ])('is not what others are called: %s %s', (first, last) => {
    expect(blank(`(${first} ${last})`, [first, last])).toBe('(•••)');
    expect(isSearchFor(last.toLowerCase(), personOf(first, last))).toBe(true);
  });

  it('is not what a search is for, unless it has the whole name', () => {
    const person = personOf('Test', 'User');
    expect(isSearchFor('test', person)).toBe(false);
    expect(isSearchFor('user', person)).toBe(false);
    expect(isSearchFor('test user', person)).toBe(true);
  });
});

describe('a name of one letter', () => {
  it.each<[[string, string], string[]]>([
    [
      ['J', 'Brandt'],
      ['J Brandt', 'J. Brandt', 'Brandt, J.', 'BRANDT J', 'j_brandt'],
    ],
    [
      ['J.', 'Brandt'],
      ['J Brandt', 'J. Brandt'],
    ],
    [
      ['Ö', 'Brandt'],
      ['Ö Brandt', 'Brandt, Ö'],
    ],
    [
      ['Ada', 'B.'],
      ['Ada B', 'Ada B.'.slice(0, -1)],
    ],
  ])('of %o is found', (name, texts) => {
    for (const text of texts) expect(blank(`(${text})`, name), text).toMatch(/^\(•••\.?\)$/);
  });

  it.each<[[string, string], string[]]>([
    [
      ['O', 'Brien'],
      ['Ada O’Brien', "O'Brien"],
    ],
    [
      ['A', 'Price'],
      ['a price', 'A price list'],
    ],
    [
      ['J', 'Brandt'],
      ['Julia Brandt', 'JBrandt', 'Jo Brandt', 'j brandt', 'j.brandt@firm.example'],
    ],
    [
      ['A', 'B'],
      ['A B', 'A. B.'],
    ],
    [
      ['Ada', 'B'],
      ['Ada Brandt', 'Ada b'],
    ],
  ])('of %o is no part of another name or text', (name, texts) => {
    for (const text of texts) expect(blank(text, name), text).toBe(text);
  });
});

describe('a name in Chinese, Japanese or Korean beside other characters', () => {
  it.each<[[string, string], string, string]>([
    [
      ['준', '김'],
      '김준님, 김준 씨, 김준에게, VIP김준.csv, 김준2026',
      '•••님, ••• 씨, •••에게, VIP•••.csv, •••2026',
    ],
    [['明', '王'], '王明先生, VIP王明.csv, 王明2.csv', '•••先生, VIP•••.csv, •••2.csv'],
    [['健', '林'], '林健様、林健さん', '•••様、•••さん'],
    [['小明', '王'], 'lead王小明2026.csv', 'lead•••2026.csv'],
    [['David', '王'], 'David 王, 王David, David王先生', '•••, •••, •••先生'],
    [['小明 Michael', '王 Wang'], '王小明, Michael Wang, 小明 Michael 王 Wang', '•••, •••, •••'],
  ])('of %o is found', (name, text, blanked) => {
    expect(blank(text, name)).toBe(blanked);
    expect(blank(text.normalize('NFD'), name)).toBe(blanked.normalize('NFD'));
  });

  it.each<[[string, string], string]>([
    [['小明', '王'], '王小明德'],
    [['준', '김'], '김준호, 김준이, 송김준'],
    [['明', '高'], '高明的做法'],
    [['明', '王'], '王明华, 小王明'],
    [['健', '林'], '林健一, 小林健様'],
    [['David', '王'], 'David 王小明'],
  ])('of %o is no part of a longer one: %s', (name, text) => {
    expect(blank(text, name)).toBe(text);
    expect(blank(text.normalize('NFD'), name)).toBe(text.normalize('NFD'));
  });
});
