import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

/**
 * Makes the desk's font from Inter: Latin and Latin Extended-A, weights 400 to 600, tabular figures. Run it after
 * an update of `inter-ui`: `npx tsx scripts/assets/write-font.ts`.
 */
const SOURCE = 'node_modules/inter-ui/variable/InterVariable.woff2';
const LICENSE = 'node_modules/inter-ui/LICENSE.txt';
const TARGET = 'app/fonts/inter.woff2';

const letters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join('');

const CHARACTERS = [
  letters(0x20, 0x7e),
  letters(0xa0, 0x17f),
  'ȘșȚțẞ',
  '–—‘’‚“”„†•…‹›€™−→←↑↓′″≈≠≤≥',
  // Figure, thin and narrow spaces, and the hyphen that does not break: numbers contain them.
  '\u2007\u2009\u202f\u2011',
].join('');

const FEATURES = ['kern', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'calt', 'case'];

const font = await subsetFont(readFileSync(SOURCE), CHARACTERS, {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 600 }, opsz: 14 },
  keepFeatures: FEATURES,
});
writeFileSync(TARGET, font);
writeFileSync('app/fonts/LICENSE.txt', readFileSync(LICENSE));
console.log(`${TARGET}: ${font.length} bytes`);
