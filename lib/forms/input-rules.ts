import * as z from 'zod/mini';
import { toPlainCharacters } from '@/lib/core/plain-characters';
import { countCharacters, isStorable } from '@/lib/core/text';
import { isRealDate, withOffset } from './dates';
import type { FormField } from './form-model';
import { lineEnds } from './input-values';
import { parseNumberAnswer } from './number-answer';
import type { FieldRule } from './rules';

/** Rules of text inputs. Each message says which field and how to correct it. */

/**
 * An address like local@domain.tld, as mail servers accept it: no spaces, quotes, lists or brackets, letters
 * of every language. Only a mail can tell whether the mailbox exists.
 */
const EMAIL =
  /^(?=.{3,254}$)[^\s@"'(),:;<>[\]\\.\p{Cc}](?:[^\s@"(),:;<>[\]\\\p{Cc}]{0,63})(?<!\.)@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+(?:\p{L}[\p{L}\p{M}]{1,62}|xn--[a-z0-9-]{2,59})$/iu;
const PHONE = /^(?=(?:\D*\d){3})[+\d(][\d\s().,/-]*(?:\s?(?:x|ext\.?|#|;ext=)\s?\d{1,8})?$/iu;
const DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * Text of one or more lines, trimmed; limits count characters as people do (code points), not UTF-16 units.
 */
export function textRule(field: FormField): FieldRule {
  const text = writtenText(field);
  if (field.kind === 'email') return text.check(z.refine((value) => isEmail(value), field.messages.wrong));
  if (field.kind === 'phone') return text.check(z.refine((value) => PHONE.test(value), field.messages.wrong));
  if (field.kind === 'url') return webAddressRule(field);
  return text;
}

function writtenText(field: FormField) {
  const { wrong, tooLong = wrong, unreadable = wrong, required } = field.messages;
  const most = field.maxLength ?? Number.POSITIVE_INFINITY;
  const isPlain = field.kind === 'email' || field.kind === 'phone';
  return z.string({ error: required }).check(
    z.overwrite((value: string) => lineEnds(isPlain ? toPlainCharacters(value) : value).trim()),
    z.refine((value: string) => isStorable(value), { error: unreadable, abort: true }),
    z.refine((value: string) => isWithin(value, most), { error: tooLong, abort: true }),
  );
}

function isWithin(text: string, most: number): boolean {
  // A code point is one or two UTF-16 units, so most texts need no counting.
  return text.length <= most || (text.length <= most * 2 && countCharacters(text) <= most);
}

function isEmail(text: string): boolean {
  return EMAIL.test(text) && !text.includes('..');
}

/** A web address; `example.com` becomes `https://example.com`. Only http and https are allowed. */
function webAddressRule(field: FormField): FieldRule {
  return z.pipe(
    writtenText(field),
    z.transform((text: string, payload) => {
      const address = DOMAIN.test(text) ? `https://${text}` : text;
      if (isWebAddress(address)) return address;
      payload.issues.push({ code: 'custom', message: field.messages.wrong, input: text });
      return z.NEVER;
    }),
  );
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\/[^\s/?#]\S*$/i.test(text) || !URL.canParse(text)) return false;
  const { hostname, username } = new URL(text);
  return username === '' && hostname !== '';
}

/**
 * A number as the person writes it: their separators, with or without groups, currency sign or percent sign.
 * One that could be two numbers is read as in the form's language: the page says so beside the field.
 */
export function numberRule(field: FormField, locale: string): FieldRule {
  return z.pipe(
    z.string({ error: field.messages.required }),
    z.transform((text: string, payload) => {
      const outcome = parseNumberAnswer(field, text, locale);
      if ('number' in outcome) return outcome.number;
      payload.issues.push({ code: 'custom', message: outcome.problem, input: text });
      return z.NEVER;
    }),
  );
}

/** A calendar day, `YYYY-MM-DD`, as in a native date control. */
export function dateRule(field: FormField): FieldRule {
  return z.string({ error: field.messages.required }).check(
    z.trim(),
    z.refine((text: string) => isRealDate(text), field.messages.wrong),
  );
}

/**
 * The wall time of a native `datetime-local` control; the answer carries the offset of the person's time
 * zone.
 */
export function dateTimeRule(field: FormField, timeZone: string): FieldRule {
  return z.pipe(
    z.string({ error: field.messages.required }),
    z.transform((text: string, payload) => {
      const time = withOffset(text, timeZone);
      if (time.ok) return time.iso;
      const { wrong, skipped = wrong } = field.messages;
      payload.issues.push({
        code: 'custom',
        message: time.reason === 'skipped' ? skipped : wrong,
        input: text,
      });
      return z.NEVER;
    }),
  );
}

/** A multi-picklist with unreadable options: values separated by commas (requirement F15). */
export function listRule(field: FormField): FieldRule {
  return z.pipe(
    writtenText(field),
    z.transform((text: string, payload) => {
      const values = [...new Set(text.split(/[,\n]/).map((value) => value.trim()))].filter(
        (value) => value !== '',
      );
      if (values.length > 0) return values;
      payload.issues.push({ code: 'custom', message: field.messages.required, input: text });
      return z.NEVER;
    }),
  );
}
