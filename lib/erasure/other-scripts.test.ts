import { describe, expect, it } from 'vitest';
import { blankAll, toPersonal } from './blank';
import { toNames } from './names-of';

/** Names, addresses and phones as other scripts, keyboards and programs write them. */

const personOf = (first: string, last: string) =>
  toPersonal({
    emails: ['kb.desk@firm.example', 'jörg@bücher.example'],
    names: toNames({ first, last }),
    phones: ['+49 30 99887766', '+20 2 27351234'],
  });
const blank = (text: string, first = 'Karl', last = 'Brandt') => blankAll(text, personOf(first, last));

describe('commas of other scripts', () => {
  it.each([
    ['Brandt، Karl', '•••'],
    ['Brandt、Karl', '•••'],
    ['Brandt，Karl', '•••'],
    ['Ole Lie، Karl Brandt، Eva Rau', 'Ole Lie، •••، Eva Rau'],
    ['李娜、Karl Brandt、王芳', '李娜、•••、王芳'],
    ['Brandt، Karl؛ Rau، Eva', '•••؛ Rau، Eva'],
  ])('stand where ours do: %s', (text, blanked) => expect(blank(text)).toBe(blanked));

  it.each<[[string, string], string[]]>([
    [
      ['', 'حسن، أحمد'],
      ['أحمد حسن', 'حسن، أحمد', 'حسن, أحمد'],
    ],
    [
      ['أحمد، ليلى', 'حسن'],
      ['أحمد حسن', 'ليلى حسن'],
    ],
    [
      ['', 'Ole Mandt、Pia Mandt'],
      ['Ole Mandt', 'Mandt, Pia'],
    ],
    [['', 'Brandt， Karl'], ['Karl Brandt']],
  ])('in a lead’s name divide it: %o', (name, texts) => {
    for (const text of texts) expect(blank(`(${text})`, ...name), text).toBe('(•••)');
  });

  it('between two phones in one answer make them two', () => {
    const person = toPersonal({ emails: [], names: [], phones: ['0171 9988776、030 44332211'] });
    expect(blankAll('01719988776, 030-44332211', person)).toBe('•••, •••');
  });
});

describe('digits of other scripts', () => {
  it.each([
    '٠٣٠ ٩٩٨٨٧٧٦٦',
    '+٤٩ ٣٠ ٩٩٨٨٧٧٦٦',
    '۰۳۰۹۹۸۸۷۷۶۶',
    '०३० ९९८८७७६६',
    '๐๓๐-๙๙๘๘๗๗๖๖',
    '０３０－９９８８－７７６６',
    '＋４９（３０）９９８８７７６６',
    '030\u200b99\u200d88\u00ad77\u200c66',
    '\u202a+49 30 99887766\u202c',
    '030 9988\u206077\ufeff66',
  ])('are a phone: %s', (text) => expect(blank(`ask ${text}, please`)).toMatch(/^ask .?•••.?, please$/u));

  it('in a lead are a phone, too', () => {
    const person = toPersonal({ emails: [], names: [], phones: ['٠٣٠ ٩٩٨٨٧٧٦٦', '０４０ １１２２３３４４'] });
    expect(blankAll('030 99887766, 040-11223344', person)).toBe('•••, •••');
  });

  it('of another number stay', () => expect(blank('٠٣٠ ٩٩٨٨٧٧٦٧')).toBe('٠٣٠ ٩٩٨٨٧٧٦٧'));
});

describe('titles without a space', () => {
  it.each(['นาย', 'นาง', 'นางสาว', 'คุณ', 'เด็กชาย', 'ดร.', 'น.ส.', 'ติดต่อคุณ', 'ถึงนางสาว'])(
    'of Thai stand before a name: %s',
    (title) => {
      expect(blank(`${title}สมชาย ใจดี`, 'สมชาย', 'ใจดี')).toBe(`${title}•••`);
      expect(blank(`${title}สมชาย ใจดีครับ`, 'สมชาย', 'ใจดี')).toBe(`${title}•••ครับ`);
    },
  );

  it.each(['นายสมชาย', 'คุณสมชาย', 'นาย สมชาย', 'ดร.สมชาย'])(
    'of Thai in a lead are no part of it: %s',
    (first) => {
      for (const text of ['สมชาย ใจดี', 'นายสมชาย ใจดี', 'คุณ สมชาย ใจดี'])
        expect(blank(text, first, 'ใจดี')).toContain('•••');
      expect(blank('นายสมชาย ใจดี', '', `${first} ใจดี`)).not.toContain('สมชาย');
    },
  );

  it.each([
    ['ไสมชาย ใจดี', 'สมชาย', 'ใจดี'],
    ['สมชาย ใจดีมาก', 'สมชาย', 'ใจดี'],
    ['คุณากร ใจดี', 'ากร', 'ใจดี'],
    ['Nai-Somchai', 'สมชาย', 'ใจดี'],
  ])('of Thai make no name of another: %s', (text, first, last) =>
    expect(blank(text, first, last)).toBe(text),
  );

  it.each([
    ['محمد علي وأحمد حسن', 'محمد علي و•••', 'أحمد', 'حسن'],
    ['اتصل بأحمد حسن', 'اتصل ب•••', 'أحمد', 'حسن'],
    ['דברו עם דוד כהן ולדוד כהן', 'דברו עם ••• ול•••', 'דוד', 'כהן'],
  ])('are like prefixes of Arabic and Hebrew: %s', (text, blanked, first, last) =>
    expect(blank(text, first, last)).toBe(blanked),
  );

  it.each([
    ['أَحْمَد حَسَن', 'أحمد', 'حسن'],
    ['احمد حسن', 'أحمد', 'حسن'],
    ['أحمـــد حسن', 'أحمد', 'حسن'],
    ['علی کریمی', 'علي', 'كريمي'],
    ['דָּוִד כֹּהֵן', 'דוד', 'כהן'],
  ])('are like the points of Arabic and Hebrew, no difference: %s', (text, first, last) =>
    expect(blank(`(${text})`, first, last)).toBe('(•••)'),
  );
});

const HIDDEN = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u00ad',
  '\ufeff',
  '\u2060',
  '\u200e',
  '\u034f',
  '\ufe0f',
  '\u180e',
];

describe('characters that nobody sees', () => {
  it.each(HIDDEN.map((one) => [one.codePointAt(0)?.toString(16), one]))(
    'as U+%s change nothing',
    (_, one = '') => {
      const within = (text: string) => [...text].join(one);
      expect(blank(`ask ${within('Karl Brandt')}!`)).toBe('ask •••!');
      expect(blank(`ask Karl${one}Brandt!`)).toBe('ask •••!');
      expect(blank(`ask Brandt,${one}Karl!`)).toBe('ask •••!');
      expect(blank(`ask ${within('kb.desk@firm.example')}!`)).toBe('ask •••!');
      expect(blank(`ask kb.desk@firm${one}.example!`)).toBe('ask •••!');
      expect(blank(`ask ${within('030 99887766')}!`)).toBe('ask •••!');
      expect(blank(`${one}Karl Brandt${one}`)).toMatch(/^.?•••.?$/u);
    },
  );
});

describe('characters that nobody sees between words', () => {
  it.each(['\u200b', '\ufeff', '\u200f', '\u2068'])('end a word: %j', (one) => {
    expect(blank(`by${one}Karl Brandt${one}on`)).toBe(`by${one}•••${one}on`);
    expect(blank(`to${one}kb.desk@firm.example${one}on`)).toBe(`to${one}•••${one}on`);
    expect(blank(`7${one}030 99887766${one}8`)).toBe(`7${one}•••${one}8`);
  });
});

describe('an address', () => {
  it.each([
    'kb.desk＠firm.example',
    'ｋｂ.ｄｅｓｋ@firm.example',
    'KB．DESK＠FIRM．EXAMPLE',
    'kb.desk﹫firm.example',
    'jo\u0308rg@bu\u0308cher.example',
    'JÖRG@BÜCHER.EXAMPLE',
    'JO\u0308RG@BU\u0308CHER.EXAMPLE',
    'j%C3%B6rg%40b%C3%BCcher.example',
    'kb.desk%40firm.example',
    'kb.desk&#64;firm.example',
    'kb.desk&commat;firm.example',
    'kb\u00ad.desk@firm.example',
  ])('is found as %s', (text) => expect(blank(`<${text}>`)).toBe('<•••>'));

  it.each([
    'jorg@bucher.example',
    'kb.desk@firm.examplé',
    'kb.desk@firm.example\u0301',
    'e\u0301kb.desk@firm.example',
    'ékb.desk@firm.example',
    'kb.desk@firm.example．org',
    'xｋb.desk＠firm.example',
    'kb.desk@fírm.example',
  ])('is not %s', (text) => expect(blank(text)).toBe(text));
});

describe('letters of other alphabets', () => {
  it.each([
    [
      'Işıl',
      'Kılıç',
      ['IŞIL KILIÇ', 'ışıl kılıç', 'Isil Kilic', 'işil kiliç'.normalize('NFD'), 'İŞİL KİLİÇ'],
    ],
    ['İlker', 'Şahin', ['ILKER SAHIN', 'ilker şahin', 'İLKER ŞAHİN', 'i\u0307lker s\u0327ahin']],
    ['Anna', 'Strauß', ['ANNA STRAUSS', 'Anna Strauss', 'ANNA STRAUẞ', 'Strauß, Anna']],
    ['Anna', 'Strauss', ['Anna Strauß', 'ANNA STRAUẞ']],
    ['Фёдор', 'Орлов', ['ФЁДОР ОРЛОВ', 'федор орлов', 'Орлов, Федор', 'Фёдор Орлов'.normalize('NFD')]],
    ['Νίκος', 'Παππάς', ['ΝΙΚΟΣ ΠΑΠΠΑΣ', 'νικος παππας', 'Παππάσ, Νίκοσ']],
    ['Łukasz', 'Żak', ['LUKASZ ZAK', 'łukasz żak', 'Z\u0307ak, Łukasz']],
    ['Søren', 'Åberg', ['SOREN ABERG', 'soeren aaberg', 'Søren A\u030aberg']],
    ['Đorđe', 'Ćosić', ['DORDE COSIC', 'đorđe ćosić']],
    ['Nguyễn', 'Thị Hương', ['NGUYEN THI HUONG', 'Nguyễn Thị Hương'.normalize('NFD')]],
  ])('%s %s', (first, last, texts) => {
    for (const text of texts) expect(blank(`(${text})`, first, last), text).toBe('(•••)');
  });
});
