import { toPart } from './contact';
import { FAX, LABELS, MOBILE, PHONE, PROFILE, REGISTER } from './tokens';

/** The parts of a signature that have a form of their own: address of mail and web, numbers. */

const EMAIL = /[\p{L}\p{N}._%+'-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,6}\p{L}{2,24}/gu;
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"'|]{3,300}/giu;
const DOMAIN = /^(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,24}(?:\/[^\s<>"']{0,200})?$/u;
/** Of everyone at a company. */
const SHARED_BOX =
  /^(?:info|office|contact|contacto|contato|kontakt|hello|hallo|mail|sales|vertrieb|support|service|noreply|no-reply)@/i;

/** The address of a person before one of everybody; as it is written. */
export function takeEmail(text: string): string | undefined {
  const found = [...text.matchAll(EMAIL)].map(([address]) => address.replace(/^[.'-]+/, ''));
  return found.find((address) => !SHARED_BOX.test(address)) ?? found[0];
}

/** A second address within one: mail programs and networks lead through their own. */
const WITHIN = /.https?(?::|%3a|-3a)/i;
const IN_PARAMETER = /[?&]\w{1,20}=(https?%3a%2f%2f[^&]{3,200})&/i;

/** The address that another one leads to; undefined if it cannot be read in full. */
function withoutWrapper(address: string): string | undefined {
  if (!WITHIN.test(address)) return address;
  const inner = IN_PARAMETER.exec(address)?.[1];
  return inner && (new URLSearchParams(`to=${inner}`).get('to') ?? undefined);
}

/** The first address of a page that is not a profile of the person; a bare domain only where it is sure to be one. */
export function takeWebsite(lines: readonly string[], email: string | undefined): string | undefined {
  const host = email?.split('@')[1]?.toLowerCase();
  const isOwn = (text: string) =>
    host !== undefined &&
    text
      .toLowerCase()
      .replace(/^www\./, '')
      .split('/')[0] === host;
  for (const line of lines) {
    for (const [found] of line.matchAll(ADDRESS)) {
      const trimmed = withoutWrapper(found.replace(/(?<![.,;:!?)\]])[.,;:!?)\]]+$/, ''));
      if (trimmed && !PROFILE.test(trimmed.replace(/^https?:\/\//i, ''))) return trimmed;
    }
    for (const piece of line.split(/[|•▪●·\s,]+/)) {
      const label = LABELS.some(([part, pattern]) => part === 'website' && pattern.test(line));
      if (DOMAIN.test(piece) && (isOwn(piece) || (label && !PROFILE.test(piece)))) return piece;
    }
  }
  return undefined;
}

const NUMBER =
  /(?:\+\s?)?(?:\(\s?)?(?:[0-9][\s()./–·-]{0,3}){6,17}[0-9](?:\s?(?:ext\.?|x|#)\s?[0-9]{1,6}(?![0-9]))?/gi;
const DATE = /^[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}$/;

/** The number to call, as it is written, in lines of plain characters: of the office before the mobile one, never the fax. */
export function takePhone(lines: readonly string[]): string | undefined {
  let best: { text: string; score: number } | undefined;
  for (const line of lines) {
    const text = line
      .replace(EMAIL, (found) => ' '.repeat(found.length))
      .replace(ADDRESS, (found) => '#'.repeat(found.length));
    let from = 0;
    for (const found of text.matchAll(NUMBER)) {
      const before = text.slice(from, found.index);
      from = found.index + found[0].length;
      const score = scoreOf(found[0].trim(), before, line);
      if (score > (best?.score ?? 0)) best = { text: found[0], score };
    }
  }
  return toPart(best?.text)?.replace(/(?<![\s./–-])[\s./–-]+$/, '');
}

/** 0 if it is no phone number, or one of a fax. */
function scoreOf(number: string, before: string, line: string): number {
  const digits = number.replace(/[^0-9]/g, '').length;
  if (digits < 7 || digits > 15 || DATE.test(number) || /[\p{L}\p{N}]$/u.test(before)) return 0;
  if (FAX.test(before)) return 0;
  if (PHONE.test(before)) return 4;
  if (MOBILE.test(before)) return 3;
  if (REGISTER.test(line)) return 0;
  return /^[+(0]/.test(number) ? 2 : 0;
}
