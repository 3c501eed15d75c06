import 'server-only';
import { stringify } from 'csv-stringify/sync';
import { toSafeCell } from '@/lib/core/csv-cell';

/** What a program needs before the text to read it as UTF-8. */
export const CSV_MARK = '\ufeff';

/** Lines of CSV, safe to open in a spreadsheet. Numbers stay as they are: a minus is no formula there. */
export function toCsv(lines: readonly (readonly (string | number)[])[]): string {
  return stringify(
    lines.map((cells) => cells.map((cell) => (typeof cell === 'number' ? String(cell) : toSafeCell(cell)))),
    { quoted: true, record_delimiter: '\r\n' },
  );
}
