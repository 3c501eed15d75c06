import 'server-only';

/** Characters that start a spreadsheet formula, with their full-width and small forms, and the true minus. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/** Characters that a spreadsheet may skip before a formula: blanks, controls, invisible marks, and quotes. */
const UNSEEN = '(?:"|(?![\\r\\n\\t])[\\p{C}\\p{Z}\\s])*';
/** A risky start of a cell. */
const RISKY = `'*${UNSEEN}${FORMULA}`;
/** A line must not start with these either, and the whole text not with a line break. */
const RISKY_LINE = "'*[\\t\\0]";
const RISKY_TEXT = "'*[\\r\\n]";
/**
 * Where a cell may begin: a spreadsheet with a delimiter other than the comma splits the line elsewhere, and
 * ignores quotes that are not at the start of a cell.
 */
const CELL = '(?<=^|[\\r\\n\\t;,])';
const LINE = '(?<=^|[\\r\\n])';

const ESCAPE = new RegExp(`${CELL}(?=${RISKY})|${LINE}(?=${RISKY_LINE})|^(?=${RISKY_TEXT})`, 'gu');
const ESCAPED = new RegExp(`${CELL}'(?=${RISKY})|${LINE}'(?=${RISKY_LINE})|^'(?=${RISKY_TEXT})`, 'gu');

/**
 * Makes a text safe in a CSV file opened in a spreadsheet: anything a spreadsheet could read as a formula
 * gets a leading apostrophe, with any delimiter (comma, semicolon, tab). Only use it inside quotes, because
 * the text may contain line breaks.
 */
export function toSafeCell(text: string): string {
  return text.replace(ESCAPE, "'");
}

/** The text that `toSafeCell` made this cell of. A cell that was never made safe is mostly unchanged. */
export function fromSafeCell(cell: string): string {
  return cell.replace(ESCAPED, '');
}
