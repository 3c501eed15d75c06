import 'server-only';
import type { Cell } from './table';

/** The parts of a workbook (ECMA-376) that Excel, Numbers, LibreOffice and Google Sheets need to open it. */

/** The most rows of a sheet. */
export const MAX_SHEET_ROWS = 1_048_576;
/** The most UTF-16 units of a cell. */
const MAX_TEXT = 32_767;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Before the rows of a sheet: its first row stays in view. */
export const SHEET_START = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
export const SHEET_END = '</sheetData></worksheet>';

/** One row; `number` begins with 1. A text is never read as a formula. */
export function toRowXml(
  cells: readonly Cell[],
  { number, isHead = false }: { number: number; isHead?: boolean },
) {
  const style = isHead ? ' s="1"' : '';
  const xml = cells.map((cell, index) => {
    const place = `r="${columnName(index)}${number}"${style}`;
    if (cell === '') return '';
    if (typeof cell === 'number' && Number.isFinite(cell)) return `<c ${place}><v>${cell}</v></c>`;
    const text = toXmlText(String(cell).slice(0, MAX_TEXT));
    return `<c ${place} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  });
  return `<row r="${number}">${xml.join('')}</row>`;
}

/** A, B … Z, AA, AB … */
export function columnName(index: number): string {
  const rest = Math.floor(index / 26) - 1;
  return `${rest >= 0 ? columnName(rest) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Without what XML 1.0 cannot hold, and with what Excel would read as an escape of its own written as one. */
function toXmlText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')
  );
}

/** The files beside the sheets, by their path in the archive. */
export function workbookFiles(sheetNames: readonly string[]): Readonly<Record<string, string>> {
  const sheets = sheetNames.map((name, index) => ({ name: toXmlText(name), number: index + 1 }));
  const each = (toXml: (sheet: (typeof sheets)[number]) => string) => sheets.map(toXml).join('');
  const part = (path: string, kind: string) =>
    `<Override PartName="${path}" ContentType="${TYPE}.${kind}+xml"/>`;
  const styles = sheets.length + 1;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${each(({ number }) => part(`/xl/worksheets/sheet${number}.xml`, 'worksheet'))}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${each(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(({ number }) => `<Relationship Id="rId${number}" Type="${LINKS}/worksheet" Target="worksheets/sheet${number}.xml"/>`)}<Relationship Id="rId${styles}" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
  };
}
