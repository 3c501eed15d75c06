import { describe, expect, it } from 'vitest';
import { blankAll, sparing, toPersonal } from './blank';

const ANN = toPersonal({
  emails: ['ann@x.example'],
  names: [{ first: 'Ann', last: 'O’Neill' }],
  phones: ['+49 30 1234', 'Jo', null, '2026'],
});
const ADA = toPersonal({
  emails: [],
  names: [
    { first: 'Ada', last: 'Brandt' },
    { first: 'Élodie Anne', last: 'Müller' },
    { first: '太郎', last: '山田' },
    { first: 'A', last: 'B' },
  ],
  phones: ['+49 30 99887766', '20260101'],
});

describe('an address, a name and a phone', () => {
  it.each([
    ['Write to ANN@x.example, or call +49 30 1234.', 'Write to •••, or call •••.'],
    ['ann  o’neill (again: Ann O’Neill)', '••• (again: •••)'],
    ['<ann@x.example>', '<•••>'],
    ["'ann@x.example'", "'•••'"],
    ['?email=ann%40x.example&q=ann+o%27neill', /^\?email=•••&q=/],
    ['leads_ann_o’neill.csv', 'leads_•••.csv'],
    ['ann@x.example.csv', '•••.csv'],
    ['Re ann@x.example.XLSX, ann@x.example.csv.zip', 'Re •••.XLSX, •••.csv.zip'],
    ['<p>Ann O&#39;Neill</p>', '<p>•••</p>'],
  ])('are blanked as whole words in whatever case: %s', (text, blanked) => {
    if (typeof blanked === 'string') expect(blankAll(text, ANN)).toBe(blanked);
    else expect(blankAll(text, ANN)).toMatch(blanked);
  });

  it.each([
    'joann@x.example',
    'ann@x.example.org',
    'ann@x.example-mail.org',
    'ann@x.example.csv.org',
    'ann@x.example.csv-mail.org',
    'ann@x.example.documents',
    "o'ann@x.example",
    'Joann O’Neill',
    '+49 30 12345',
    '+49 30 1234 567',
    'Jo',
    'in 2026',
  ])('of another one stay: %s', (text) => expect(blankAll(text, ANN)).toBe(text));

  it('are compared sign by sign', () => {
    const personal = toPersonal({ emails: ['a.b+c@x.example'], names: [], phones: [] });
    expect(blankAll('a.b+c@x.example aXb+c@x.example', personal)).toBe('••• aXb+c@x.example');
  });
});

describe('another spelling', () => {
  it.each([
    ...[
      'Brandt, Ada',
      'ADA BRANDT',
      'brandt ada',
      'Brandt,Ada',
      'Ada M. Brandt',
      'Ａｄａ　Ｂｒａｎｄｔ',
      'Ada\u200b \u00adBrandt',
      'Brandt, Dr. Ada',
    ],
    ...['Élodie Müller', 'ELODIE MULLER', 'Mueller, Élodie Anne', 'E\u0301lodie Mu\u0308ller'],
    ...['山田太郎', '山田 太郎', '太郎・山田'],
  ])('of a name is blanked: %s', (name) => {
    expect(blankAll(`Ask ${name}!`, ADA)).toBe('Ask •••!');
  });

  it.each([
    [{ first: 'Juergen', last: 'Mueller' }, ['Jürgen Müller', 'JURGEN MULLER', 'Mueller, Jürgen']],
    [{ first: 'Ada', last: 'O’Brien' }, ['Ada OBrien', 'o’brien ada', 'Ada O Brien']],
    [{ first: 'Anne-Marie', last: 'Dubois' }, ['Annemarie Dubois', 'Dubois, Anne Marie']],
    [{ first: '민수', last: '김' }, ['김민수', '김 민수']],
    [{ first: '健', last: '佐藤' }, ['佐藤健', '佐藤　健']],
    [{ first: 'ゆうし', last: '田中' }, ['田中ゆうし']],
    [{ first: 'マリー', last: '佐藤' }, ['佐藤マリー', '佐藤・マリー']],
    [{ first: '小明', last: '王' }, ['王小明', '小明王']],
    [{ first: '王', last: '小明' }, ['王小明', '王 小明', '小明王', '小明 王']],
    [{ first: '王', last: '明' }, ['王明', '王 明']],
    [{ first: '佐藤', last: '健' }, ['佐藤健', '佐藤　健', '健佐藤']],
    [{ first: '佐藤', last: 'ゆう' }, ['佐藤ゆう']],
    [{ first: '김', last: '민수' }, ['김민수', '김 민수']],
  ])('of %o is found, however the lead has it', (name, texts) => {
    const personal = toPersonal({ emails: [], names: [name], phones: [] });
    for (const text of texts) expect(blankAll(`(${text})`, personal)).toBe('(•••)');
  });

  it.each([
    [{ first: '健', last: '佐藤' }, '佐藤健様、佐藤健さん、佐藤健部長', '•••様、•••さん、•••部長'],
    [{ first: '小明', last: '王' }, '联系王小明，王小明简历.xlsx', '联系•••，•••简历.xlsx'],
    [{ first: 'ゆう', last: '田中' }, '田中ゆうさんは、田中ゆうを', '•••さんは、•••を'],
    [{ first: '민수', last: '김' }, '김민수님은 김민수를', '•••님은 •••를'],
    [{ first: '김', last: '민수' }, '김민수님은 김민수를', '•••님은 •••를'],
    [{ first: '王', last: '小明' }, '联系王小明，王小明简历.xlsx', '联系•••，•••简历.xlsx'],
    [{ first: '佐藤', last: '健' }, '担当は佐藤健様、佐藤健さん', '担当は•••様、•••さん'],
  ])('of %o is found where the text goes on without a space', (name, text, blanked) => {
    const personal = toPersonal({ emails: [], names: [name], phones: [] });
    expect(blankAll(text, personal)).toBe(blanked);
    expect(blankAll(text.normalize('NFD'), personal)).toBe(blanked.normalize('NFD'));
  });

  it.each([
    [{ first: '민수', last: '김' }, '김민숙, 김민순'],
    [{ first: '健', last: '佐藤' }, '佐藤健一、佐藤健太'],
    [{ first: '健一', last: '林' }, '小林健一、大林健一.csv'],
    [{ first: 'ゆうし', last: '田中' }, '田中ゆうじ'],
    [{ first: 'ゆう', last: '田中' }, '田中ゆうじ'],
    [{ first: '준', last: '김' }, '김준호'],
    [{ first: '수정', last: '이' }, '수정이 필요합니다'],
    [{ first: '国', last: '王' }, '国王.csv'],
    [{ first: '小明', last: '王' }, '李小明王芳'],
    [{ first: '王', last: '小明' }, '小王小明'],
    [{ first: '高', last: '明' }, '高明的做法'],
    [{ first: '김', last: '민수' }, '김민숙, 김민순'],
    [{ first: '佐藤', last: '健' }, '佐藤健一、佐藤健太'],
    [{ first: 'Michael', last: 'Novak' }, 'Michal Novak'],
    [{ first: 'Joe', last: 'Bauer' }, 'Jo Baur, Joe Baur, Jo Bauer'],
    [{ first: 'John', last: 'Doe' }, 'What did John do?'],
    [{ first: 'John', last: 'Son' }, 'Johnson'],
    [{ first: 'Mark', last: 'Down' }, 'markdown.csv'],
    [{ first: 'Mark', last: 'Price' }, 'mark the price list'],
    [{ first: 'Karl', last: 'Berg' }, 'Karl-Heinz Berg; Karl Schmidt-Berg'],
  ])('of %o is not a part of a longer or another name', (name, text) => {
    const personal = toPersonal({ emails: [], names: [name], phones: [] });
    expect(blankAll(text, personal)).toBe(text);
    expect(blankAll(text.normalize('NFD'), personal)).toBe(text.normalize('NFD'));
  });

  it('leaves what follows a name', () => {
    const personal = toPersonal({ emails: [], names: [{ first: 'Ada', last: 'Brandt' }], phones: [] });
    expect(blankAll('Brandt, Ada, a partner', personal)).toBe('•••, a partner');
    expect(blankAll('Brandt, Ada M., a partner', personal)).toBe('•••, a partner');
  });

  it('of each of several phones in one answer is blanked', () => {
    const personal = toPersonal({ emails: [], names: [], phones: ['0171 9988776 / 030 44332211'] });
    expect(blankAll('Call 01719988776 or 030-44332211', personal)).toBe('Call ••• or •••');
  });

  it.each([
    ...['0049 30 99887766', '+49 (0)30 998 877 66', '+49(0)30/99887766', '030-99887766', '(030) 99 88 77 66'],
    ...[
      '030.9988.7766',
      '+493099887766',
      '004930-99887766',
      '49 30 99887766',
      '30 99887766',
      '99887766',
      '998 87 766',
    ],
    ...['030\u00a099\u20118877\u201166', '０３０ ９９８８７７６６'],
  ])('of a phone is blanked: %s', (phone) => {
    expect(blankAll(`Call ${phone}, please`, ADA)).toBe('Call •••, please');
  });

  it.each([
    ...[
      'Ada Lovelace, Brandt',
      'Brandt',
      'Ada',
      'A. Brandt',
      'Carl Brandt',
      'Brandt, Adam',
      'Ada Brandtner',
      'a, b',
    ],
    ...['+43 30 99887766', '030 99887767', '040 99887766', '030 998877665', '2026-01-01', '20260101', '9988'],
  ])('of another one, or a part, stays: %s', (text) => expect(blankAll(text, ADA)).toBe(text));
});

describe('someone else of that name, who signs in here', () => {
  const names = [{ first: 'Tom', last: 'Okafor' }];
  const TOM = sparing(toPersonal({ emails: ['tom.okafor@other.example'], names, phones: [] }), [
    'tom.okafor@desk.example',
  ]);

  it('keeps their address', () => {
    expect(blankAll('tom.okafor@desk.example, Tom Okafor, tom.okafor@other.example', TOM)).toBe(
      'tom.okafor@desk.example, •••, •••',
    );
  });
});

describe('people who share an address', () => {
  it('are all found, and each alone', () => {
    const names = Array.from({ length: 500 }, (_, index) => ({
      first: `Ada${index}`,
      last: `Brandt${index}`,
    }));
    const phones = names.map((_, index) => `+49 30 99${String(100_000 + index)}`);
    const personal = toPersonal({ emails: ['info@x.example'], names, phones });
    expect(blankAll('Ada7 Brandt7, Ada8 Brandt9, Brandt499 Ada499, 030 99100007', personal)).toBe(
      '•••, Ada8 Brandt9, •••, •••',
    );
  });
});
