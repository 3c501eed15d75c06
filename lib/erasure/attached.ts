import { withoutTitles } from '@/lib/forms/paste/names';

/** What some scripts write before or after a name without a space. */

const THAI_TITLES = ['เด็กหญิง', 'เด็กชาย', 'นางสาว', 'นาง', 'นาย', 'คุณ', 'พี่', 'น้อง', 'ครู', 'หมอ'];
const THAI_SHORT = 'น.ส.,ด.ช.,ด.ญ.,ดร.,ผศ.,รศ.,ศ.'.split(',');
/** Polite words at the end of what somebody says. */
const THAI_ENDS = ['ครับ', 'ค่ะ', 'คะ'];
/** "And", "to", "by", "like" and the like of Arabic and Hebrew. */
const ARABIC = '[وفبلك]';
const HEBREW = '[ולבשמכה]{1,2}';

const LETTER = String.raw`[\p{L}\p{M}]`;
const anyOf = (texts: readonly string[]) =>
  texts.map((text) => text.normalize('NFKD').replaceAll('.', String.raw`\.`)).join('|');

/** The same pattern as a word of its own: with no letter beside it but what its script attaches to a name. */
export function isWord(pattern: string): string {
  const [before, after] = [`(?<!${LETTER})`, `(?!${LETTER})`];
  if (/\p{sc=Thai}/u.test(pattern))
    return `(?:${before}|(?<=${anyOf(THAI_TITLES)})(?![ะาๅ]))${pattern}(?:${after}|(?=${anyOf(THAI_ENDS)}))`;
  const prefix = /\p{sc=Arabic}/u.test(pattern)
    ? ARABIC
    : /\p{sc=Hebrew}/u.test(pattern)
      ? HEBREW
      : undefined;
  return `${prefix ? `(?:${before}|(?<=${before}${prefix}))` : before}${pattern}${after}`;
}

/** Not before a vowel that no word begins with: `คุณากร` is a name. */
const THAI_TITLE = new RegExp(
  String.raw`^(?:${[...THAI_TITLES, ...THAI_SHORT].join('|').replaceAll('.', String.raw`\.`)})+\s*(?=\p{L})(?![ะาำๅ])`,
  'u',
);

/** A name without titles and degrees, with a space behind them or without. */
export function withoutAnyTitle(name: string): string {
  return withoutTitles(withoutTitles(name).replace(THAI_TITLE, ''));
}
