import { expect, it } from 'vitest';
import { numberOfAmount } from './written-amount';
import { numberUse, toCell } from './xlsx/number-formats';

const shown = (code: string, stored = 1200.5) => toCell(stored, { use: numberUse(164, code), is1904: false });

it.each([
  ['[$$-409]#,##0.00', '$'],
  ['[$£-809]#,##0.00', '£'],
  ['[$€-407]\\ #,##0.00', '€'],
  ['_-* #,##0.00\\ [$CHF]_-', 'CHF'],
  ['#,##0.00\\ "Kč"', 'Kč'],
  ['"$"#,##0.00_);[Red]("$"#,##0.00)', '$'],
  ['_-* #,##0.00\\ "kr"_-;-* #,##0.00\\ "kr"_-', 'kr'],
  ['\\R\\$ #,##0.00', 'R$'],
  ['¥#,##0.00', '¥'],
  ['0.00 "EUR"', 'EUR'],
])('an amount keeps the currency that its number format shows: %s', (code, mark) => {
  expect(shown(code)).toBe(`${mark}\u00a01200.5`);
  expect(numberOfAmount(String(shown(code)))).toBe('1200.5');
});

it.each(['#,##0.00', '0 "pcs"', '0.0,"K"', '[Red]0.00', '[$-409]0.00', '# ??/??', '"EURO" 0'])(
  'a number without a currency is a number: %s',
  (code) => {
    expect(shown(code)).toBe(1200.5);
  },
);

it.each(['$1200', 'kg\u00a012', '$\u00a01,200', 'about\u00a012', ''])('%j is not such an amount', (text) => {
  expect(numberOfAmount(text)).toBeUndefined();
});
