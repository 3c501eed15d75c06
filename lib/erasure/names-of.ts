import { divideName } from '@/lib/forms/paste/names';
import { toCompanyKey } from '@/lib/known-keys/company';
import { withoutAnyTitle } from './attached';
import { lastNamesIn } from './birth-name';
import { divideDense, isDense } from './dense-name';
import { isNoFirstName, isNoName, isNoPerson } from './everyday-words';
import { foldedWords } from './fold';
import type { Name } from './name-pattern';
import { isParticle } from './particles';

/** Of companies. */
const COMPANY_FORM =
  /\d|\b(?:ab|ag|as|bv|co|corp|gmbh|group|inc|kg|llc|ltd|nv|oy|plc|sa|sas|se|sl|srl|team)\b\.?/i;
/** Of what is no person: "Society for the Protection of Birds", "Einkauf Region Süd". */
const OF_THINGS =
  /\s(?:for|of|the|für|pour|para|sur)\s|\b(?:department|purchasing|procurement|accounting|sales|support|service|office|abteilung|zentrale|einkauf|vertrieb|verkauf|buchhaltung|ventes|achats|ventas|compras|vendas)\b/i;
/** Without particles: "Maria del Carmen López García" has four. */
const MOST_WORDS = 5;

/** "Bob" of `Robert "Bob"`. */
const NICKNAME = /(?<!\s)\s*["“”„«»](?<nickname>[^"“”„«»]{2,30})["“”„«»]/u;
/** What is said of the person: "(Einkauf)". */
const REMARK = /(?<!\s)\s*[(（][^()（）]*[)）]/g;
/** Two people in one field. */
const AND = /[&+/,]|\s(?:and|und|et|y|e|u\.?)\s/i;
/** In the field of a whole name, "y" and "e" may be a part of one, "Ortega y Gasset", and a comma within one. */
const AND_IN_ONE = /[&+/]|\s(?:and|und|et|u\.)\s/i;
/** In place of a first name. Not what is also one: Phil, Don, Sr. */
const TITLE_ALONE =
  /^(?:mr|mrs|ms|mx|miss|dr|prof|ing|dipl|herrn?|hr|frau|fr|fam|familie|eheleute|monsieur|madame|mme|mlle|sra|srta|señora?|m)\.?$/i;

/**
 * The names that a first and last name stand for, without titles: also the nickname, and each of two people. One field may
 * hold all of a name, unless it is that of the company: a lead of an office is called so.
 */
export function toNames({ company, ...name }: Name & { company?: string | null }): Name[] {
  const [first, last] = [inOneLine(name.first), inOneLine(name.last)];
  const { family: field, others } = lastNamesIn(last);
  const family = isNoName(field) ? '' : withoutAnyTitle(withoutRemarks(field));
  const given = isNoFirstName(first) ? '' : withoutRemarks(first);
  const people = peopleIn(given, AND);
  if (people.length === 0 || family === '')
    return inOne(family || given, company).flatMap((one) => [
      one,
      ...severalLasts({ people: [one.first], family: one.last, others }),
    ]);
  const nickname = NICKNAME.exec(first)?.groups?.nickname;
  // "R&D" and "Anna + Co" are no two people.
  const each = people.length > 1 ? people.filter((one) => !isNoPerson(one)) : people;
  const firsts = [people.join(' & '), ...(nickname ? [nickname] : []), ...each];
  return [
    ...[...new Set(firsts)].flatMap((one) => byScript({ first: one, last: withoutFirst(one, family) })),
    ...severalLasts({ people, family, others }),
    ...namesakesIn([withoutAnyTitle(given), family]),
  ];
}

/** Each of several last names: of "Brandt / Meier", of two people theirs; and all of one person's together. */
function severalLasts({
  people,
  family,
  others,
}: {
  people: string[];
  family: string;
  others: string[];
}): Name[] {
  const apart = family
    .split(/[/|]/)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !isNoPerson(one));
  if (others.length === 0 && apart.length < 2) return [];
  if (people.length > 1 && people.length === apart.length)
    return people.map((first, index) => ({ first, last: apart[index] ?? family }));
  const each = [...(apart.length > 1 ? apart : []), ...others];
  const together = others.flatMap((other) => [`${family}/${other}`, `${other}/${family}`]);
  return people.flatMap((first) => [...each, ...together].map((last) => ({ first, last })));
}

/** The names in these texts if two have the same last one: "Karl Zandt" and "Ada Zandt", not "López García" and "Juan Carlos". */
function namesakesIn(texts: readonly string[]): Name[] {
  const words = texts.map(foldedWords);
  const lasts = words.map((some) => some.at(-1));
  const isEachWhole = words.every((some) => some.length > 1);
  return isEachWhole && new Set(lasts).size < lasts.length ? texts.flatMap(divisionsOf) : [];
}

const peopleIn = (text: string, between: RegExp): string[] =>
  text
    .split(between)
    .map((one) => withoutAnyTitle(one))
    .filter((one) => one !== '' && !TITLE_ALONE.test(one));

const withoutRemarks = (name: string): string => name.replace(NICKNAME, '').replace(REMARK, '').trim();

/** Runs of spaces would be tried from each of their places. Commas of other scripts divide a name as ours do. */
const inOneLine = (name: string): string =>
  name
    .replace(/[،、，､﹐﹑]/g, ', ')
    .replace(/\s+/g, ' ')
    .trim();

/** Some write the whole name in the last name's field, too. */
function withoutFirst(first: string, last: string): string {
  const rest = last.toLowerCase().startsWith(`${first.toLowerCase()} `)
    ? last.slice(first.length).trim()
    : '';
  return rest || last;
}

/** The name, and what of it is written in one script: "小明 Michael", "王 Wang". */
function byScript(name: Name): Name[] {
  const [first, last] = [partsOf(name.first), partsOf(name.last)];
  const ofOne = (['dense', 'others'] as const).map((script) => ({
    first: first[script] || name.first,
    last: last[script] || name.last,
  }));
  const isMixed = [first, last].some(({ dense, others }) => dense !== '' && others !== '');
  return isMixed ? [name, ...ofOne] : [name];
}

function partsOf(text: string): { dense: string; others: string } {
  const words = text.split(' ');
  const joined = (some: string[]) => some.join(' ');
  return {
    dense: joined(words.filter((word) => isDense(word))),
    others: joined(words.filter((word) => !isDense(word))),
  };
}

function inOne(text: string, company: string | null | undefined): Name[] {
  if (company && toCompanyKey(text) === company) return [];
  if (COMPANY_FORM.test(text) || OF_THINGS.test(text)) return [];
  const namesakes = namesakesIn(peopleIn(text, /,/));
  if (namesakes.length > 0) return namesakes;
  const people = peopleIn(text, AND_IN_ONE);
  const divided = people.map(divisionsOf);
  const family = divided.at(-1)?.[0]?.last;
  if (people.length === 1 || !family) return divided[0] ?? [];
  // "Ole & Pia Sandviken" have one last name.
  const firsts = people.map((one, index) => divided[index]?.[0]?.first ?? one);
  const each = people.flatMap((one, index) => {
    const own = divided[index] ?? [];
    return own.length > 0 || isNoPerson(one) || foldedWords(one).length > 1
      ? own
      : [{ first: one, last: family }];
  });
  return [{ first: firsts.join(' & '), last: family }, ...each];
}

/** The ways in which the whole name of one person may be divided: nobody can tell where the last name begins. */
function divisionsOf(text: string): Name[] {
  const words = text.split(/\s+/);
  if (words.length === 1) return divideDense(text);
  const folded = words.map((word) => foldedWords(word).join(''));
  const isPart = folded.map((word) => isParticle(word) || /^[ey]$/.test(word));
  if (isPart[0] || isPart.filter((is) => !is).length > MOST_WORDS) return [];
  const { firstName, lastName } = divideName(text);
  const divided = firstName && lastName ? [{ first: firstName, last: lastName }] : [];
  if (words.length === 2 || text.includes(',')) return divided;
  const more = words.flatMap((_, at) => {
    const isWithin = at === 0 || isPart[at - 1] || /^[ey]$/.test(folded[at] ?? '');
    return isWithin ? [] : [{ first: words.slice(0, at).join(' '), last: words.slice(at).join(' ') }];
  });
  const isNew = ({ first, last }: Name) => first !== firstName || last !== lastName;
  return [...divided, ...more.filter(isNew)];
}
