import 'server-only';
import { TableError, type TextEncoding } from './table';

/**
 * What bytes 0x80 to 0x9F are in Windows-1252: the decoder of older Node versions reads them as Latin-1, without euro
 * sign and curly quotes. Five of them stand for nothing.
 */
const WINDOWS_1252 =
  '\u20ac\ufffd\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\ufffd\u017d\ufffd' +
  '\ufffd\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\ufffd\u017e\u0178';

/** Enough to tell UTF-16 by its zero bytes. */
const SAMPLE_BYTES = 2_000;

/**
 * The text in the bytes of a file. By its byte order mark; else UTF-16 if every other byte is zero, UTF-8 if it is
 * valid, and Windows-1252, which spreadsheets of the western world write, for the rest.
 *
 * @throws {TableError} `encoding` if it is in none of them, `not-a-table` if it is no text
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const decoded = decode(bytes);
  // Control characters that no text has: a picture, an archive, a document.
  if (/[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u.test(decoded.text)) throw new TableError('not-a-table');
  if (/[\u0080-\u0084\u0086-\u009f\ufffd]/.test(decoded.text)) throw new TableError('encoding');
  return decoded;
}

function decode(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const wide = wideEncodingOf(bytes);
  const strict = decodeStrictly(bytes, wide ?? 'utf-8');
  if (strict !== undefined) return { text: strict, encoding: wide ? 'utf-16' : 'utf-8' };
  if (wide) throw new TableError('encoding');
  return { text: decodeWindows1252(bytes), encoding: 'windows-1252' };
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function wideEncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zerosAt = (rest: number) => sample.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  const many = sample.length / 8;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

function decodeWindows1252(bytes: Uint8Array): string {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin.replace(/[\u0080-\u009f]/g, (mark) => WINDOWS_1252.charAt(mark.charCodeAt(0) - 0x80));
}
