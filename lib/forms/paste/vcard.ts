import { type Contact, toContact } from './contact';
import { readName } from './names';

/** vCard 2.1, 3.0 and 4.0 (RFC 6350), and MECARD, as codes on business cards hold them. */

/** A line of a card: its name, its parameters in upper case, its value as written. */
type Line = { name: string; params: string; value: string };

/** More is a picture or a key. */
const MAX_LINE = 4_000;
/** Of which a card with a picture has many, and one without any that matters hardly a hundred. */
const MAX_LINES = 20_000;
const MAX_KEPT = 500;
const QUOTED = /(?:^|[;=])QUOTED-PRINTABLE(?:;|$)/;

/** The first vCard of a text; undefined if there is none. */
export function readVcard(text: string): Contact | undefined {
  const lines = linesOf(text);
  if (!lines) return undefined;
  const first = (name: string) => lines.find((line) => line.name === name && line.value.trim() !== '');
  const textOf = (name: string) => plain(first(name)?.value);
  const [family, given] = partsOf(first('N')?.value).map(plain);
  const fullName = textOf('FN');
  const organization = plain(partsOf(first('ORG')?.value)[0]);
  const isPerson = !isOrganization(lines);
  const name = family || given ? { firstName: given, lastName: family } : readName(fullName ?? '');
  return toContact({
    ...(isPerson && {
      ...name,
      fullName: fullName ?? ([given, family].filter(Boolean).join(' ') || undefined),
    }),
    company: organization ?? (isPerson ? undefined : fullName),
    jobTitle: textOf('TITLE') ?? textOf('ROLE'),
    email: plain(best(lines, 'EMAIL')?.value)?.replace(/^mailto:/i, ''),
    phone: toNumber(best(lines, 'TEL')?.value),
    website: textOf('URL'),
    country: plain(partsOf(best(lines, 'ADR')?.value)[6]),
  });
}

/** A card of a company or group (RFC 6350, 6.1.4); Apple's address book has a property of its own. */
function isOrganization(lines: readonly Line[]): boolean {
  const says = (name: string, value: RegExp) =>
    lines.some((line) => line.name === name && value.test(line.value));
  return says('KIND', /^\s*(?:org|group)\s*$/i) || says('X-ABSHOWAS', /^\s*company\s*$/i);
}

/** The unfolded lines of the first card; undefined if the text holds none. */
function linesOf(text: string): Line[] | undefined {
  const start = /^[\t ]*BEGIN:VCARD[\t ]*$/im.exec(text);
  if (!start) return undefined;
  const lines: Line[] = [];
  let pieces: string[] = [];
  let isQuoted = false;
  const end = () => {
    const line = toLine(pieces.join(''), isQuoted);
    if (line && lines.length < MAX_KEPT) lines.push(line);
    pieces = [];
    isQuoted = false;
  };
  for (const raw of text.slice(start.index + start[0].length).split('\n', MAX_LINES)) {
    const last = pieces.at(-1);
    if (isQuoted && last?.endsWith('=')) {
      pieces.splice(-1, 1, last.slice(0, -1), raw);
    } else if (last !== undefined && /^[ \t]/.test(raw)) {
      pieces.push(raw.slice(1));
    } else {
      end();
      if (/^END:VCARD\s*$/i.test(raw)) break;
      pieces = [raw];
      isQuoted = QUOTED.test(raw.slice(0, Math.min(raw.indexOf(':'), 200)).toUpperCase());
    }
  }
  end();
  return lines;
}

function toLine(text: string, isQuoted: boolean): Line | undefined {
  const read = text.length > MAX_LINE ? undefined : /^([\w.-]{1,60})((?:;(?:[^:"]|"[^"]*")*)?):/.exec(text);
  if (!read) return undefined;
  const [head, group = '', rest = ''] = read;
  const params = rest.slice(1).toUpperCase();
  // Pictures, and what hardly any program writes so: better nothing than its code.
  if (/ENCODING=(?:B|BASE64)(?:;|$)|(?:^|;)BASE64(?:;|$)/.test(params)) return undefined;
  const value = text.slice(head.length);
  // Lines may be named within a group: "item1.EMAIL".
  const name = group.slice(group.lastIndexOf('.') + 1).toUpperCase();
  return { name, params, value: isQuoted ? unquote(value, params) : value };
}

/** Quoted-printable, in the character set that the line names. */
function unquote(value: string, params: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < value.length; at += 1) {
    const hex = value[at] === '=' ? value.slice(at + 1, at + 3) : '';
    if (/^[\da-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16));
      at += 2;
    } else {
      bytes.push(...new TextEncoder().encode(value[at]));
    }
  }
  return decoderFor(/CHARSET="?([\w-]{1,30})/.exec(params)?.[1]).decode(new Uint8Array(bytes));
}

function decoderFor(charset = 'utf-8'): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/** The line of this name that its owner prefers; a fax is no phone. */
function best(lines: readonly Line[], name: string): Line | undefined {
  const score = ({ params }: Line) => {
    const has = (word: string) => new RegExp(`(?:^|[;=,"])${word}(?:[;=,"]|$)`).test(params);
    if (has('FAX') || has('PAGER') || has('MODEM')) return -1;
    // Of vCard 4 1 is the most preferred, and 100 the least; before, there was one degree.
    const degree = Number(/(?:^|;)PREF="?(\d{1,3})/.exec(params)?.[1] ?? 1);
    return (has('PREF') ? 4 * (101 - degree) : 0) + (has('WORK') ? 2 : 0) + (has('CELL') ? 1 : 0);
  };
  let found: { line: Line; score: number } | undefined;
  for (const line of lines) {
    if (line.name !== name || line.value.trim() === '') continue;
    const own = score(line);
    if (own >= 0 && own > (found?.score ?? -1)) found = { line, score: own };
  }
  return found?.line;
}

/** "tel:+44-20-7946-0958;ext=12" is a number with its extension. */
function toNumber(value: string | undefined): string | undefined {
  return plain(value)?.replace(/^tel:/i, '').replace(/;ext=/i, ' ext. ');
}

/** A structured value, divided where it is not escaped. */
function partsOf(value = '', separator = ';'): string[] {
  const parts = [''];
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? '';
    if (sign === '\\') {
      parts.push((parts.pop() ?? '') + value.slice(at, at + 2));
      at += 1;
    } else if (sign === separator) parts.push('');
    else parts.push((parts.pop() ?? '') + sign);
  }
  return parts;
}

/** A value without its escapes; undefined if it is empty. */
function plain(value: string | undefined): string | undefined {
  const text = value
    ?.replace(/\\([nN])/g, ' ')
    .replace(/\\(.)/g, '$1')
    .trim();
  return text === '' ? undefined : text;
}

/** The MECARD of a text; undefined if there is none. */
export function readMecard(text: string): Contact | undefined {
  const start = /^\s{0,20}MECARD:/i.exec(text);
  if (!start) return undefined;
  const body = text.slice(start[0].length, start[0].length + MAX_LINE);
  const fields = partsOf(body).map((field) => /^\s*([A-Z-]{1,20}):(.*)$/is.exec(field));
  const raw = (name: string) => fields.find((field) => field?.[1]?.toUpperCase() === name)?.[2];
  const [family, given] = partsOf(raw('N'), ',').map(plain);
  const name =
    family && given
      ? { firstName: given, lastName: family, fullName: `${given} ${family}` }
      : readName(family ?? '');
  return toContact({
    ...name,
    company: plain(raw('ORG')),
    jobTitle: plain(raw('TITLE')),
    email: plain(raw('EMAIL')),
    phone: plain(raw('TEL')),
    website: plain(raw('URL')),
    country: plain(partsOf(raw('ADR'), ',')[6]),
  });
}
