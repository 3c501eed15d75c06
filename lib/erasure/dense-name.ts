/** Names in scripts without spaces between words. There a name has no end but the letters that may follow it. */

const DENSE = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}ー々]+$/u;

/** Whether a folded name is of such a script alone. */
export const isDense = (name: string): boolean => DENSE.test(name);

const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;
/** Folded, `숙` begins with `수`, and `じ` with `し`. */
const NO_PART_OF_LETTER = String.raw`(?![\p{M}\u1160-\u11ff])`;
/** What makes a first name of one character a longer one, and a last name of one character the end of another. */
const TAILS = '[一二三四五六七八九郎朗太助介子美恵香奈雄夫男彦人也司之吾樹平代江里衣佑志治次弥哉希生]';
const HEADS = '[小大中上下高松竹平若西東北南石三今福]';
/** After a name in kana: particles and what people are called. */
const AFTER_KANA = 'さん|さま|ちゃん|くん|[はがをにへとものでやか]';
/** The same in Korean, folded as the texts are. */
const AFTER_HANGUL = [...'님씨은는이가을를의에께와과도로']
  .map((syllable) => `${syllable.normalize('NFKD')}${NO_PART_OF_LETTER}`)
  .join('|');

const endsIn = (script: string, text: string) => new RegExp(`[\\p{sc=${script}}ー]$`, 'u').test(text);

/**
 * Finds a full name in a folded text: last name first, as these languages have it, or the other way with a sign between.
 * `佐藤健` is not found in `佐藤健一`, nor `김민수` in `김민숙`; it is in `佐藤健様` and `김민수님`.
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
  const [given, family] = [name.first.join(within), name.last.join(within)];
  const [firstName, lastName] = [name.first.join(''), name.last.join('')];
  const isWord = (text: string) => `(?<!${LETTER})${text}(?!${LETTER})`;
  const reversed = isWord(`${given}${between}${family}`);
  // Two characters are a word of many texts.
  if (`${lastName}${firstName}`.normalize('NFC').length <= 2) {
    return [isWord(`${family}(?:${between})?${given}`), reversed];
  }
  const before = lastName.length === 1 && endsIn('Han', lastName) ? `(?<!${HEADS})` : '';
  return [`${before}${family}(?:${between})?${given}${endOf(firstName)}`, reversed];
}

/** What may not follow a name that ends so. */
function endOf(firstName: string): string {
  if (endsIn('Han', firstName)) return firstName.length === 1 ? `(?!${TAILS})` : '(?!郎)';
  if (endsIn('Hiragana', firstName))
    return String.raw`${NO_PART_OF_LETTER}(?:(?=${AFTER_KANA})|(?!\p{sc=Hiragana}))`;
  if (endsIn('Katakana', firstName)) return String.raw`${NO_PART_OF_LETTER}(?![\p{sc=Katakana}ー])`;
  if (endsIn('Hangul', firstName))
    return String.raw`${NO_PART_OF_LETTER}(?:(?=${AFTER_HANGUL})|(?!\p{sc=Hangul}))`;
  return NO_PART_OF_LETTER;
}
