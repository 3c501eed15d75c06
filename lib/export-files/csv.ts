import 'server-only';
import { stringify } from 'csv-stringify/sync';
import { toSafeCell } from '@/lib/core/csv-cell';
import { writeNumber } from '@/lib/forms/numbers';

/** What a program needs before the text to read it as UTF-8. */
export const CSV_MARK = '\ufeff';

/** Never with three decimals, which elsewhere are thousands. */
const toNumberText = (value: number) => writeNumber(value, '.').replace(/(\.\d{3})$/, '$10');

/** Lines of CSV, safe to open in a spreadsheet. Numbers stay numbers: a minus is no formula there. */
export function toCsv(lines: readonly (readonly (string | number)[])[]): string {
  return stringify(
    lines.map((cells) =>
      cells.map((cell) => (typeof cell === 'number' ? toNumberText(cell) : toSafeCell(cell))),
    ),
    { quoted: true, record_delimiter: '\r\n' },
  );
}
