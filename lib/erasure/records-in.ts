/** What stands for a first and a last name where names are values of their own, in the languages of the desk. */
const FIRST = /first|given|fore|vorname|pr[eé]nom|nombre|^fname$|^nome$/i;
const LAST = /last|family|surname|nachname|familienname|apellido|sobrenome|^nom$|^lname$/i;

/** So many values apart, they are of one record. */
const NEAR = 20;

type Pair = { key: string; value: string };

/**
 * The texts of each record of a delivery that nobody could read: first and last name, where their keys say so, otherwise
 * all texts of it. JSON, whole or cut, also within a text; XML; and forms.
 */
export function recordsIn(text: string): string[][] {
  const json = parse(text);
  if (json !== undefined) return recordsOf(json);
  const pairs = pairsIn(text);
  return [...nearNames(pairs), ...textsInBraces(text)];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function recordsOf(value: unknown): string[][] {
  if (typeof value === 'string') return /[{<=]/.test(value) ? recordsIn(value) : [];
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const pairs = entries.flatMap(([key, part]) =>
    typeof part === 'string' ? [{ key: Array.isArray(value) ? '' : key, value: part }] : [],
  );
  return [ownRecord(pairs), ...entries.flatMap(([, part]) => recordsOf(part))];
}

function ownRecord(pairs: readonly Pair[]): string[] {
  const named = pairs.filter(({ key }) => FIRST.test(key) || LAST.test(key));
  const isNamed = named.some(({ key }) => FIRST.test(key)) && named.some(({ key }) => LAST.test(key));
  return (isNamed ? named : pairs).map(({ value }) => value);
}

function nearNames(pairs: readonly Pair[]): string[][] {
  const placed = pairs.map((pair, at) => ({ ...pair, at }));
  const lasts = placed.filter(({ key }) => LAST.test(key));
  return placed
    .filter(({ key }) => FIRST.test(key))
    .flatMap((first) =>
      lasts.filter(({ at }) => Math.abs(at - first.at) <= NEAR).map((last) => [first.value, last.value]),
    );
}

const IN_JSON = /"(?<key>[^"\\]{1,80})"\s*:\s*"(?<value>(?:[^"\\]|\\.){0,500})"/gs;
const IN_XML = /<(?<key>[\w.:-]{1,80})[^<>]*>(?<value>[^<>]{1,500})<\//g;
const IN_FORM = /(?:^|[&?;\s])(?<key>[\w.[\]%-]{1,80})=(?<value>[^&;\s]{1,500})/g;

function pairsIn(text: string): Pair[] {
  const plain = text.replaceAll('\\"', '"');
  const decoded = (value: string) => value.replace(/\\(.)/gs, '$1');
  return [
    ...[text, plain].flatMap((one) => matchesOf(one, IN_JSON, decoded)),
    ...matchesOf(text, IN_XML, (value) => value),
    ...matchesOf(text, IN_FORM, decodeForm),
  ];
}

function matchesOf(text: string, pattern: RegExp, decode: (value: string) => string): Pair[] {
  return Array.from(text.matchAll(pattern), ({ groups: { key = '', value = '' } = {} }) => ({
    key: decode(key),
    value: decode(value),
  }));
}

function decodeForm(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('+', ' '));
  } catch {
    return value;
  }
}

/** Without keys that say which they are. */
function textsInBraces(text: string): string[][] {
  return text
    .split(/[{}[\]]/)
    .map((part) => Array.from(part.matchAll(/"([^"]{1,200})"/g), ([, value = '']) => value));
}
