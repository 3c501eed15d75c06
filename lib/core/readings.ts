import 'server-only';

/** One encoding in another, and one more. */
const MOST_LAYERS = 2;

/**
 * What bytes may say, for whoever looks for something in them and cannot know how they were written: as UTF-8, UTF-16 or
 * Windows-1252, with JSON's escapes as the characters they mean, and with what is percent-encoded, quoted-printable,
 * base64 or a reference of XML decoded, in the place where it stands. Also of bytes that are cut or broken.
 */
export function readingsOf(bytes: Uint8Array): string[] {
  const found = new Set<string>();
  for (const text of decodings(bytes)) addReadings(found, text, MOST_LAYERS);
  return [...found];
}

function addReadings(found: Set<string>, text: string, layers: number): void {
  const plain = unescapeJson(text);
  if (found.has(plain)) return;
  found.add(plain);
  if (layers === 0) return;
  for (const decode of [decodePercent, decodeQuoted, decodeXml, decodeBase64]) {
    const decoded = decode(plain);
    if (decoded !== plain) addReadings(found, decoded, layers - 1);
  }
}

function decodings(bytes: Uint8Array): string[] {
  const text = new TextDecoder().decode(bytes);
  if (!/[\0\ufffd]/.test(text)) return [text];
  const [whole, cut] = [bytes, bytes.subarray(1)];
  return [
    text,
    new TextDecoder('windows-1252').decode(whole),
    // If the first byte is lost, what was one of the two is the other.
    ...[whole, cut].flatMap((some) =>
      ['utf-16le', 'utf-16be'].map((name) => new TextDecoder(name).decode(some)),
    ),
  ];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** JSON's escapes, also where the text is no valid JSON. Quotation marks and backslashes stay: nobody is called so. */
function unescapeJson(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(/\\(?:u([0-9a-f]{4})|([nrt/]))/gi, (_, code?: string, letter = '') =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : (ESCAPES[letter] ?? letter),
  );
}

const fromHex = (hex: string) => Buffer.from(hex.replace(/[^0-9a-f]/gi, ''), 'hex').toString('utf8');

const decodePercent = (text: string): string => text.replace(/(?:%[0-9a-f]{2})+/gi, fromHex);

const decodeXml = (text: string): string =>
  text.replace(/&#(?:x([0-9a-f]{1,5})|([0-9]{1,6}));/gi, (_, hex?: string, decimal = '') =>
    String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );

/** Its lines go on behind a `=`. */
const decodeQuoted = (text: string): string =>
  text.replace(/=\r?\n/g, '').replace(/(?:=[0-9A-F]{2})+/g, fromHex);

/** A name may be as short as "Ann". Lines of a mail belong together. */
const BASE64 = /[\w+/-]{4,}(?:\r?\n[\w+/-]+)*={0,2}/g;
const UNREADABLE = /[^\P{Cc}\t\r\n]|\ufffd/u;

function decodeBase64(text: string): string {
  return text.replace(BASE64, (encoded) => {
    // Both alphabets, and line ends are passed over.
    const bytes = Buffer.from(encoded, 'base64');
    const texts = bytes.includes(0) ? decodings(bytes) : [bytes.toString('utf8')];
    const readable = texts.filter((decoded) => !UNREADABLE.test(decoded));
    // Of any other word nothing is.
    return readable.length > 0 ? readable.join('\n') : encoded;
  });
}
