import { crc32, deflateRawSync } from 'node:zlib';

/** One file of an archive. `size`: what the archive claims that it is unpacked. */
export type ZipPart = { name: string; content: string | Uint8Array; size?: number; isEncrypted?: boolean };

/** A zip archive of these files, in memory. */
export function zip(parts: readonly ZipPart[]): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, size, isEncrypted = false } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(isEncrypted ? 1 : 0, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(crc32(bytes), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(size ?? bytes.length, 18);
    head.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), head, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, rest, title]));
    files.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, list, end]);
}

const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="t/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="t/styles" Target="styles.xml"/>
<Relationship Id="rId3" Type="t/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;

const ROOT = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="t/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const WORKBOOK = `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"
xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Leads" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Style 1 is a date, 2 a date with time, 3 a percentage, 4 a date format of its own, 5 ten digits. */
const STYLES = `<?xml version="1.0"?><styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="165" formatCode="0000000000"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>`;

type WorkbookParts = {
  /** The rows of its sheet as XML. */
  rows: string;
  strings?: string;
  /** The part that says how cells are shown. */
  styles?: string;
  workbook?: string;
  /** Its relations, by which the workbook names its sheets. */
  relations?: string;
  more?: readonly ZipPart[];
};

/** An XLSX workbook with one sheet. */
export function workbook({
  rows,
  strings = '',
  styles = STYLES,
  workbook: book = WORKBOOK,
  relations = RELATIONS,
  more = [],
}: WorkbookParts): Uint8Array {
  return zip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: '_rels/.rels', content: ROOT },
    { name: 'xl/workbook.xml', content: book },
    { name: 'xl/_rels/workbook.xml.rels', content: relations },
    { name: 'xl/styles.xml', content: styles },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${rows}</sheetData></worksheet>` },
    ...more,
  ]);
}

/** A row of texts and numbers as the XML of a sheet. */
export function rowXml(line: number, cells: readonly (string | number)[]): string {
  const xml = cells.map((cell, column) => {
    const at = `${String.fromCharCode(65 + column)}${line}`;
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    const text = cell.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
  });
  return `<row r="${line}">${xml.join('')}</row>`;
}
