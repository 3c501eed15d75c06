import 'server-only';

/** Signs that make a spreadsheet calculate, with their full-width and small forms, and the true minus. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/** What a spreadsheet may skip before it looks for one: blanks, controls, marks that nobody sees, and quotes. */
const UNSEEN = '(?:"|(?![\\r\\n\\t])[\\p{C}\\p{Z}\\s])*';
/** How a cell begins that is risky. */
const RISKY = `'*${UNSEEN}${FORMULA}`;
/** A line must begin with these neither, and the whole text with no line break. */
const RISKY_LINE = "'*[\\t\\0]";
const RISKY_TEXT = "'*[\\r\\n]";
/**
 * Where a cell may begin: a spreadsheet whose separator is not the comma divides the line elsewhere, and of quotes that
 * a cell does not begin with it takes no notice.
 */
const CELL = '(?<=^|[\\r\\n\\t;,])';
const LINE = '(?<=^|[\\r\\n])';

const ESCAPE = new RegExp(`${CELL}(?=${RISKY})|${LINE}(?=${RISKY_LINE})|^(?=${RISKY_TEXT})`, 'gu');
const ESCAPED = new RegExp(`${CELL}'(?=${RISKY})|${LINE}'(?=${RISKY_LINE})|^'(?=${RISKY_TEXT})`, 'gu');

/**
 * A text as it may stand in a CSV file that somebody opens in a spreadsheet: whatever a spreadsheet could take for a
 * formula gets an apostrophe in front, whichever sign divides the cells there (comma, semicolon, tab). Only inside
 * quotes, because the text may hold line breaks.
 */
export function toSafeCell(text: string): string {
  return text.replace(ESCAPE, "'");
}

/** The text that `toSafeCell` made this cell of. A cell that was never made safe is mostly its own text. */
export function fromSafeCell(cell: string): string {
  return cell.replace(ESCAPED, '');
}
