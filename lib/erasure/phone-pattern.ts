import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { toPhoneKeys } from '@/lib/known-keys/phone';
import { foldText } from './fold';

/** Between the digits of a number, as people write it; folded, so that wide and non-breaking ones are among them. */
export const PHONE_SEPARATORS = ' \t\n\r\f()[]-./,_\u2010\u2011\u2012\u2013\u2014\u2015\u2212';

const SEPARATOR = String.raw`[\s()\[\]\-./_\u2010-\u2015\u2212]{0,3}`;

/** A number without what is dialled before it in one place and not in another. */
export type Phone = { country?: string; national: string };

/** Shorter ones are extensions, years and counts. */
const MIN_NATIONAL = 6;
/** Of these, the end is a number of its own: what is dialled within a town. */
const MIN_LOCAL = 7;
/** `20260131`, typed as a phone: it would be blanked wherever a day is written. */
const DAY = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])$/;

/** Between two numbers in one answer. Also what some write between a town and its number: then each part is short. */
const BETWEEN_NUMBERS = /[;,\n|،、؛]|\s\/\s/;

/** Beside a number. Taken for one, a day would be blanked wherever it is written, and with a time a number is too long. */
const DAY_OR_TIME =
  /(?<!\d[./-]?)(?:[0-3]?\d([./-])[0-3]?\d\1(?:19|20)\d\d|(?:19|20)\d\d([./-])[01]?\d\2[0-3]?\d)(?!\d)|(?<!\d)[0-2]?\d:[0-5]\d(?!\d)/g;

/** After a number: what is dialled within a company. */
const EXTENSION = /(?:ext[a-z]{0,6}|x)[\s.:=]{0,3}\d{1,6}\)?\s{0,3}$/;
/** Typed without its plus, a number has at least as many digits if its country is among them. */
const MIN_WITH_COUNTRY = 11;

/** The numbers in an answer or key, with an extension or without; none in a word, a year or another text. */
export function toPhones(text: string): Phone[] {
  // Also in the digits of another script.
  const { text: folded } = foldText(text);
  const parts = folded.split(BETWEEN_NUMBERS);
  const isList = parts.length > 1 && parts.every((part) => part.replace(/\D/g, '').length >= MIN_LOCAL);
  return isList ? parts.flatMap(toOnePhone) : toOnePhone(folded);
}

/** The numbers in an answer that asks for one, whatever stands beside them: `Tel. 030 1234567 (work)`. */
export function toPhonesAmong(text: string): Phone[] {
  const { text: folded } = foldText(text);
  const rest = folded.replace(DAY_OR_TIME, '&');
  const alone = /\d/.test(rest) ? toPhones(text) : [];
  if (alone.length > 0 || text.includes('@')) return alone;
  const parts = rest.split(/[\p{L}&]+/u);
  return parts.filter((part) => part.replace(/\D/g, '').length >= MIN_LOCAL).flatMap(toPhones);
}

function toOnePhone(text: string): Phone[] {
  const number = text.replace(EXTENSION, '');
  if (/[\p{L}@]/u.test(number)) return [];
  const typed = number.replace(/^~/, '').trim();
  return [...toPhoneKeys(typed, []).slice(0, 1), ...withPlus(typed)].flatMap(toPhone);
}

/** The number with the plus that a sheet dropped. */
function withPlus(typed: string): string[] {
  const [key = ''] = /^[1-9]/.test(typed) ? toPhoneKeys(`+${typed}`, []) : [];
  const isLong = key.replace(/\D/g, '').length >= MIN_WITH_COUNTRY;
  return isLong && parsePhoneNumberFromString(key)?.isValid() ? [key] : [];
}

function toPhone(key: string): Phone[] {
  const parsed = key.startsWith('+') ? parsePhoneNumberFromString(key) : undefined;
  const national = (parsed?.nationalNumber ?? key).replace(/\D/g, '').replace(/^0+/, '');
  return national.length < MIN_NATIONAL ? [] : [{ country: parsed?.countryCallingCode, national }];
}

/** Finds the number in a folded text, however it is written: with country or without, with `00`, `(0)` and separators. */
export function phonePattern({ country = String.raw`[1-9]\d{0,2}`, national }: Phone): string {
  const digits = [...national].join(SEPARATOR);
  const isAmbiguous = national.length < MIN_LOCAL || DAY.test(national);
  const withCountry = String.raw`(?:\+|00${SEPARATOR}|(?=${country}${SEPARATOR}${digits}))${SEPARATOR}${country}${SEPARATOR}0?${SEPARATOR}`;
  const before = String.raw`(?<![\d+])(?:${withCountry}|\(?0${SEPARATOR}${isAmbiguous ? '' : String.raw`|(?<!\+\d{1,3}${SEPARATOR})\(?`})`;
  // "+49 30 1234 567" is not "+49 30 1234".
  const after = national.length < MIN_LOCAL + 1 ? String.raw`(?![\s\-./]?\d)` : String.raw`(?!\d)`;
  const whole = before + digits + after;
  return isAmbiguous ? whole : `${whole}|${localPattern(national)}`;
}

/** Without its area, from the last seven digits on. Not the end of a number of another area. */
function localPattern(national: string): string {
  const rest = [...national.slice(0, -MIN_LOCAL)];
  const end = [...national.slice(-MIN_LOCAL)].join(SEPARATOR);
  // Each further digit only together with those after it.
  const ends = rest.reduce((before, digit) => `(?:${before}${digit}${SEPARATOR})?`, '');
  return String.raw`(?<!\d${SEPARATOR})(?<!\+)${ends}${end}(?!\d)`;
}

/** The last digits, by which a text that holds the number is found once its separators are gone. */
export const phoneEnd = ({ national }: Phone): string => national.slice(-MIN_NATIONAL);
