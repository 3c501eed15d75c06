import 'server-only';
import { decode, encode } from 'iconv-lite';
import { detectAll } from 'jschardet';
import { TableError, TEXT_ENCODINGS, type TextEncoding } from './table';

/** Enough to tell UTF-16 by its zero bytes. */
const SAMPLE_BYTES = 2_000;
/** Enough letters to tell the encoding. */
const MAX_LETTER_BYTES = 64 * 1024;

/** `choice`: absent for Unicode; `clear` if a person chose the encoding, or a few bytes of UTF-8 are broken; else a guess. */
export type Decoded = { text: string; encoding: TextEncoding; choice?: 'clear' | 'unsure' };

/**
 * The text in the bytes of a file. Bytes that mean nothing in its encoding become U+FFFD.
 *
 * @param wanted the encoding, if a person chose one
 * @throws {TableError} `not-a-table` if it is no text
 */
export function decodeText(bytes: Uint8Array, wanted?: TextEncoding): Decoded {
  const decoded = wanted ? decodeAs(bytes, wanted, 'clear') : (decodeUnicode(bytes) ?? decodeLikely(bytes));
  // A text has one by accident; a picture, an archive or a document has many.
  const controls = decoded.text.match(/[^\P{Cc}\t\n\v\f\r]/gu)?.length ?? 0;
  if (controls > decoded.text.length / 20) throw new TableError('not-a-table');
  return decoded;
}

/** How another encoding reads cells that this one read. */
export function readCellsAs(cells: readonly string[], from: TextEncoding, to: TextEncoding): string[] {
  return cells.map((cell) => decode(encode(cell, from), to));
}

function decodeAs(bytes: Uint8Array, encoding: TextEncoding, choice?: Decoded['choice']): Decoded {
  return { text: decode(bytes, encoding), encoding, ...(choice && { choice }) };
}

/** By its byte order mark; else UTF-16 if every other byte is zero, and UTF-8 if more of its letters are valid than not. */
function decodeUnicode(bytes: Uint8Array): Decoded | undefined {
  const wide = wideEncodingOf(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'utf-16' };
  const text = new TextDecoder().decode(bytes);
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  if (wrong === 0) return { text, encoding: 'utf-8' };
  const right = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0;
  return right > wrong ? { text, encoding: 'utf-8', choice: 'clear' } : undefined;
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

/** What the detection calls the encodings that have several names. */
const NAMES: Readonly<Record<string, TextEncoding>> = {
  macroman: 'macintosh',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp437: 'cp850',
  cp858: 'cp850',
};

/** A guess, however sure the detection is: "Peña" and "Peńa" are names, and the bytes of both the same. */
function decodeLikely(bytes: Uint8Array): Decoded {
  const [best = 'windows-1252'] = detectAll(Buffer.from(lettersIn(bytes))).flatMap(({ encoding }) => {
    const name = (encoding ?? '').toLowerCase();
    return NAMES[name] ?? TEXT_ENCODINGS.find((one) => one === name) ?? [];
  });
  return decodeAs(bytes, best, 'unsure');
}

const LINE_END = 0x0a;

/** The lines with other letters than those of ASCII. */
function lettersIn(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < bytes.length && length < MAX_LETTER_BYTES; ) {
    const found = bytes.indexOf(LINE_END, start);
    const end = Math.min(found < 0 ? bytes.length : found + 1, start + MAX_LETTER_BYTES);
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte > 0x7f)) {
      lines.push(line);
      length += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}
