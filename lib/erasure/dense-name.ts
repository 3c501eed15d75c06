/** Names in scripts without spaces between words. There a name has no end but the letters that may follow it. */

const DENSE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]+$/u;

/** Whether a folded name is of such a script alone. */
export const isDense = (name: string): boolean => DENSE.test(name);

/** Letters of these scripts, with their marks: another script or a digit ends a name. */
const LETTER = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々\p{M}]`;
/** Folded, `숙` begins with `수`, and `じ` with `し`. */
const NO_PART_OF_LETTER = String.raw`(?![\p{M}\u1160-\u11ff])`;
/** What makes a first name of one character a longer one, and a last name of one character the end of another. */
const TAILS = '[一二三四五六七八九郎朗太助介子美恵香奈雄夫男彦人也司之吾樹平代江里衣佑志治次弥哉希生]';
const HEADS = '[小大中上下高松竹平若西東北南石三今福]';
/** The same for a first name of two, where the last one has one: none of these begins a word that often follows a name. */
const LONG_TAILS =
  '[郎德伟偉芳娜敏静靜丽麗磊军軍勇艳艷杰傑娟涛濤霞桂玲辉輝鹏鵬龙龍凤鳳琳莉燕梅俊宇浩轩軒婷雪颖穎慧欣怡]';
/** After a name in kana: particles and what people are called. */
const AFTER_KANA = 'さん|さま|ちゃん|くん|[はがをにへとものでやか]';
/** What people are called, in Chinese and Japanese. */
const HONORIFICS =
  '様|氏|殿|君|さん|さま|先生|女士|小姐|老师|老師|经理|經理|主任|博士|教授|部長|課長|社長|店長|总监|總監';

/** Folded, as the texts are. */
const hangul = (words: readonly string[]) =>
  words.map((word) => `${word.normalize('NFKD')}${NO_PART_OF_LETTER}`).join('|');

const TITLES =
  '부장 과장 차장 대리 주임 팀장 실장 대표 사장 이사 상무 전무 고객 선생 박사 교수 에게 께서'.split(' ');
const SUFFIXES = '님씨은는이가을의를에께와과도로';
const AFTER_HANGUL = hangul([...SUFFIXES, ...TITLES]);
const PARTICLE = new RegExp(`^[${SUFFIXES}]$`);
/** Not 은, 이, 가, 도 and the like: of a first name of one syllable they may make another one. */
const AFTER_SHORT_HANGUL = hangul([...'님씨를을과와의께', ...TITLES]);

const endsIn = (script: string, text: string) => new RegExp(`[\\p{sc=${script}}ー]$`, 'u').test(text);

const isAlone = (text: string) => `(?<!${LETTER})${text}(?!${LETTER})`;

/**
 * Finds a full name in a folded text: last name first, as these languages have it, or the other way, because some enter it
 * so. `佐藤健` is not found in `佐藤健一`, nor `김민수` in `김민숙`; it is in `佐藤健様` and `김민수님`.
 *
 * @param name its words; `between` and `within` are patterns of what may stand between the two and within one
 */
export function densePatterns(name: {
  first: readonly string[];
  last: readonly string[];
  between: string;
  within: string;
}): string[] {
  const { between, within } = name;
  const partOf = (words: readonly string[]): Part => ({ text: words.join(''), pattern: words.join(within) });
  const [given, family] = [partOf(name.first), partOf(name.last)];
  return [writtenOn({ before: family, after: given, between }), reversed({ given, family, between })];
}

/** A first or last name: folded, and what finds it. */
type Part = { text: string; pattern: string };

/** Two parts of a name with a sign between or none, within a text that goes on without a space. */
function writtenOn({ before, after, between }: { before: Part; after: Part; between: string }): string {
  const name = `${before.pattern}(?:${between})?${after.pattern}`;
  // Two characters are a word of many texts.
  if (isShort(before, after)) return `(?<!${LETTER})${name}${endOfShort(after.text)}`;
  const isEnd = before.text.length === 1 && endsIn('Han', before.text);
  return `${isEnd ? `(?<!${HEADS})` : ''}${name}${endOf(after.text, before.text)}`;
}

/** The name with the first name first; if that may be the last name, in the wrong field, as freely as in order. */
function reversed({ given, family, between }: { given: Part; family: Part; between: string }): string {
  const isRightField = isFamily(family.text) && !isFamily(given.text);
  if (!isRightField) return writtenOn({ before: given, after: family, between });
  // 国王 and 수정이 are words.
  const needsSign = isShort(given, family) || PARTICLE.test(family.text.normalize('NFC'));
  return isAlone(`${given.pattern}${needsSign ? between : `(?:${between})?`}${family.pattern}`);
}

const isShort = (one: Part, other: Part) => `${one.text}${other.text}`.normalize('NFC').length <= 2;

/** The same for a name with one part in such a script and one in another: `David 王`. */
export function mixedPatterns({
  given,
  family,
  between,
}: Record<'given' | 'family' | 'between', string>): string[] {
  const before = String.raw`(?<![\p{L}\p{M}])`;
  const after = (text: string) => (endsIn('Hangul', text) ? AFTER_SHORT_HANGUL : HONORIFICS);
  return [
    [given, family],
    [family, given],
  ].map(([one = '', other = '']) => {
    const end = isDense(other) ? `(?:(?=${after(other)})|(?!${LETTER}))` : String.raw`(?![\p{L}\p{M}])`;
    return `${before}${one}(?:${between})?${other}${end}`;
  });
}

const endOfShort = (firstName: string) =>
  `(?:(?=${endsIn('Hangul', firstName) ? AFTER_SHORT_HANGUL : HONORIFICS})|(?!${LETTER}))`;

/** What may not follow a name that ends so. */
function endOf(firstName: string, lastName: string): string {
  if (endsIn('Han', firstName)) {
    if (firstName.length === 1) return `(?!${TAILS})`;
    return lastName.length === 1 ? `(?!${LONG_TAILS})` : '(?!郎)';
  }
  if (endsIn('Hiragana', firstName))
    return String.raw`${NO_PART_OF_LETTER}(?:(?=${AFTER_KANA})|(?!\p{sc=Hiragana}))`;
  if (endsIn('Katakana', firstName)) return String.raw`${NO_PART_OF_LETTER}(?![\p{sc=Katakana}ー])`;
  if (endsIn('Hangul', firstName))
    return String.raw`${NO_PART_OF_LETTER}(?:(?=${AFTER_HANGUL})|(?!\p{sc=Hangul}))`;
  return NO_PART_OF_LETTER;
}

/** Last names of two characters, and the usual ones of one. */
const LONG_FAMILY = /^(?:欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|남궁|황보|제갈|선우|독고)/u;
const FAMILY =
  /^[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾萧蕭蔡潘田董袁于余叶葉蒋蔣杜苏蘇魏程吕呂丁任卢盧姚沈钟鍾姜崔谭譚陆陸汪范김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구민류나진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용]/u;

/** Whether a folded text is all of a usual last name. */
function isFamily(text: string): boolean {
  const name = text.normalize('NFC');
  return name.length === 1 ? FAMILY.test(name) : name.length === 2 && LONG_FAMILY.test(name);
}

/** What follows a last name, and is no first name: 王先生, 김부장, 구매팀. */
const NO_GIVEN = new RegExp(
  `^(?:${HONORIFICS}|太太|公司|集团|集團|${TITLES.join('|')})|[팀님부점]$|^(?:케팅|비스)$`,
  'u',
);

/** A whole name in one word, such as 王小明 and 김민수; none of what may be a last name alone, such as 佐々木 and 田中. */
export function divideDense(word: string): { first: string; last: string }[] {
  const text = word.normalize('NFC');
  const length = LONG_FAMILY.test(text) ? 2 : FAMILY.test(text) ? 1 : 0;
  const isWhole = length > 0 && text.length === length + 2 && /^(?:\p{sc=Han}+|\p{sc=Hangul}+)$/u.test(text);
  const [last, first] = [text.slice(0, length), text.slice(length)];
  return isWhole && !/々/.test(text) && !NO_GIVEN.test(first) ? [{ first, last }] : [];
}
