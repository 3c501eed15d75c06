import { divideName, withoutTitles } from '@/lib/forms/paste/names';
import { toCompanyKey } from '@/lib/known-keys/company';
import type { Name } from './name-pattern';

/** What stands before a last name and is a part of it: "de Vries" is not the name of someone called De. */
const PARTICLE =
  /^(?:al|bin|da|dal|de|dei|del|della|den|der|di|do|dos|du|el|ibn|la|le|mac|mc|san|st|ten|ter|van|von|vom|zu|zum)\.?$/i;
/** Of companies. */
const COMPANY_FORM =
  /\d|\b(?:ab|ag|as|bv|co|corp|gmbh|group|inc|kg|llc|ltd|nv|oy|plc|sa|sas|se|sl|srl|team)\b\.?/i;
const MOST_WORDS = 3;

/** "Bob" of `Robert "Bob"`. */
const NICKNAME = /\s*["“”„«»](?<nickname>[^"“”„«»]{2,30})["“”„«»]/u;
/** What is said of the person: "(Einkauf)". */
const REMARK = /\s*\([^()]*\)/g;
/** Two people in one field. */
const AND = /\s*[&+/]\s*|\s+(?:and|und|et|y|e)\s+/i;
/** In place of a first name. Not what is also one: Phil, Don, Sr. */
const TITLE_ALONE =
  /^(?:mr|mrs|ms|mx|miss|dr|prof|ing|dipl|herrn?|hr|frau|fr|fam|familie|eheleute|monsieur|madame|mme|mlle|sra|srta|señora?|m)\.?$/i;

/**
 * The names that a first and last name stand for, without titles: also the nickname, and each of two people. One field may
 * hold all of a name, unless it is that of the company: a lead of an office is called so.
 */
export function toNames({ company, ...name }: Name & { company?: string | null }): Name[] {
  const [first, last] = [inOneLine(name.first), inOneLine(name.last)];
  const family = withoutTitles(withoutRemarks(last));
  const people = withoutRemarks(first)
    .split(AND)
    .map((one) => withoutTitles(one))
    .filter((one) => one !== '' && !TITLE_ALONE.test(one));
  if (people.length === 0 || family === '') return inOne(family || people.join(' '), company);
  const nickname = NICKNAME.exec(first)?.groups?.nickname;
  const firsts = [people.join(' & '), ...(nickname ? [nickname] : []), ...people];
  return [...new Set(firsts)].map((one) => ({ first: one, last: withoutFirst(one, family) }));
}

const withoutRemarks = (name: string): string => name.replace(NICKNAME, '').replace(REMARK, '').trim();

/** Runs of spaces would be tried from each of their places. */
const inOneLine = (name: string): string => name.replace(/\s+/g, ' ').trim();

/** Some write the whole name in the last name's field, too. */
function withoutFirst(first: string, last: string): string {
  const rest = last.toLowerCase().startsWith(`${first.toLowerCase()} `)
    ? last.slice(first.length).trim()
    : '';
  return rest || last;
}

function inOne(text: string, company: string | null | undefined): Name[] {
  const words = text.split(/\s+/);
  const isName =
    words.length > 1 &&
    words.length <= MOST_WORDS &&
    !PARTICLE.test(words[0] ?? '') &&
    !COMPANY_FORM.test(text) &&
    !(company && toCompanyKey(text) === company);
  if (!isName) return [];
  const { firstName, lastName } = divideName(text);
  return firstName && lastName ? [{ first: firstName, last: lastName }] : [];
}
