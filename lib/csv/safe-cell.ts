import 'server-only';

/** Signs that make a spreadsheet calculate, with their full-width and small forms, and the true minus. */
const FORMULA = '[=+\\-@＝＋－＠﹦﹢﹣﹫−]';
/** What a spreadsheet may skip before it looks for one: blanks, controls, marks that nobody sees. */
const UNSEEN = '(?:(?![\\r\\n])[\\p{C}\\p{Z}\\s])*';
/** How a line begins that is risky; a cell must begin with a line break neither. */
const RISKY = `(?:${UNSEEN}${FORMULA}|[\\t\\0])`;

const ESCAPE = new RegExp(`(?<=^|[\\r\\n])(?='*${RISKY})|^(?='*[\\r\\n])`, 'gu');
const ESCAPED = new RegExp(`(?<=^|[\\r\\n])'(?='*${RISKY})|^'(?='*[\\r\\n])`, 'gu');

/**
 * A text as it may stand in a CSV file that somebody opens in a spreadsheet: every line that a spreadsheet could
 * take for a formula gets an apostrophe in front. Only inside quotes, because the text may hold line breaks.
 */
export function toSafeCell(text: string): string {
  return text.replace(ESCAPE, "'");
}

/** The text that `toSafeCell` made this cell of. A cell that was never made safe is mostly its own text. */
export function fromSafeCell(cell: string): string {
  return cell.replace(ESCAPED, '');
}
