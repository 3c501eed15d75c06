import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';

type Texts = { [key: string]: string | Texts };

/** How much longer each word is: with spaces and placeholders, texts are then 1.4 times as long, as German ones may be. */
const LONGER = 1.5;

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  c: 'ç',
  d: 'ð',
  e: 'é',
  g: 'ğ',
  h: 'ĥ',
  i: 'í',
  j: 'ĵ',
  k: 'ķ',
  l: 'ĺ',
  n: 'ñ',
  o: 'ö',
  r: 'ŕ',
  s: 'š',
  t: 'ţ',
  u: 'ü',
  w: 'ŵ',
  y: 'ý',
  z: 'ž',
  A: 'Å',
  B: 'ß',
  C: 'Ç',
  D: 'Ð',
  E: 'É',
  G: 'Ĝ',
  H: 'Ĥ',
  I: 'Î',
  J: 'Ĵ',
  K: 'Ķ',
  L: 'Ļ',
  N: 'Ñ',
  O: 'Ö',
  R: 'Ŕ',
  S: 'Š',
  T: 'Ţ',
  U: 'Û',
  W: 'Ŵ',
  Y: 'Ý',
  Z: 'Ž',
};

/**
 * The texts with accents, longer, and in brackets: what overflows, is cut off, or is not from the catalogue shows.
 * Placeholders, tags and choices are kept.
 */
export function toPseudo(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? `[${printAST(parse(text).map(lengthen))}]` : toPseudo(text),
    ]),
  );
}

function lengthen(element: MessageFormatElement): MessageFormatElement {
  switch (element.type) {
    case TYPE.literal:
      return { ...element, value: lengthenText(element.value) };
    case TYPE.tag:
      return { ...element, children: element.children.map(lengthen) };
    case TYPE.select:
    case TYPE.plural: {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: option.value.map(lengthen) },
      ]);
      return { ...element, options: Object.fromEntries(options) };
    }
    default:
      return element;
  }
}

/** Words grow as they do in other languages: by more letters, and not by more words. */
function lengthenText(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const accented = [...word].map((letter) => ACCENTS[letter] ?? letter).join('');
    const missing = Math.ceil(word.length * LONGER) - word.length;
    return accented + (accented.at(-1) ?? '').toLowerCase().repeat(missing);
  });
}

/** Writes the pseudo-language for a desk with this data folder, and returns the path for `PSEUDO_CATALOGUE`. */
export function writePseudoCatalogue(dataDir: string): string {
  const read = (name: string): Texts => JSON.parse(readFileSync(`messages/${name}.json`, 'utf8'));
  const path = join(dataDir, 'pseudo-language.json');
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({ messages: toPseudo(read('en')), broken: toPseudo(read('en.broken')) }),
  );
  return path;
}
