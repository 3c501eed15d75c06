import { expect, it } from 'vitest';
import { foldLetters } from './plain-letters';

it.each([
  ['Müller', 'muller'],
  ['Łukasz', 'lukasz'],
  ['Ørsted', 'orsted'],
  ['Nguyễn', 'nguyen'],
  ['Straßenbau', 'strassenbau'],
  ['STRAẞENBAU', 'strassenbau'],
  ['İzmir', 'izmir'],
  ['Ёлкин', 'елкин'],
  ['ΑΡΗΣ', 'αρησ'],
  ['ＡＢＣ', 'abc'],
  ['Muller', 'muller'],
])('%s is compared as %s, however Unicode composes it', (text, folded) => {
  expect(foldLetters(text)).toBe(folded);
  expect(foldLetters(text.normalize('NFD'))).toBe(folded);
  expect(foldLetters(folded)).toBe(folded);
});

it.each(['が', '숙', 'ที่'])('%s keeps marks that are no accents', (text) => {
  expect(foldLetters(text)).toBe(text.normalize('NFC'));
});
