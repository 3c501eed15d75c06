import { readFile } from 'node:fs/promises';
import { encode } from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { rowXml, workbook, zip } from '@/tests/support/workbook';
import { readCellsAs } from './decode-text';
import { readTable } from './read-file';
import { findHeadings, type ReadChoice, type TableRow } from './table';

async function read(bytes: Uint8Array, choice?: ReadChoice) {
  const { readAs, rows } = await readTable(bytes, choice);
  const all: TableRow[] = [];
  for await (const row of rows) all.push(row);
  return { readAs, rows: all, cells: all.map(({ cells }) => cells) };
}

const readCase = async (name: string, choice?: ReadChoice) =>
  await read(await readFile(`tests/files/${name}`), choice);

/** The cells of a column, by its heading. */
async function column(name: string, heading: string, choice?: ReadChoice) {
  const [head = [], ...rows] = (await readCase(name, choice)).cells;
  return rows.map((cells) => cells[head.indexOf(heading)]);
}

describe('a workbook of another program', () => {
  it('is read from the part that the archive names, wherever it lies', async () => {
    expect(await column('a2-workbook22.xlsx', 'Last name')).toEqual(['Twentytwo']);
  });

  it('has phone numbers as the sheet shows them, whatever signs their format adds', async () => {
    expect(await column('a4-phone-formats.xlsx', 'Phone')).toEqual([
      '06 12 34 56 78',
      '06 12 34 56 78',
      '7700 900123',
      '(012) 345-6789',
      '+49 170 1234567',
      '(555) 123-4567',
      '0612345678',
    ]);
  });

  it('says which columns are hidden', async () => {
    expect((await readCase('a10-hidden-col.xlsx')).readAs).toMatchObject({ hiddenColumns: [2] });
  });

  it('is read from the first sheet with headings, and from the one that the person chooses', async () => {
    const { readAs } = await readCase('a11-instructions-first.xlsx');
    expect(readAs).toMatchObject({ sheet: 'Leads', sheets: ['Instructions', 'Leads'] });
    const chosen = await readCase('a11-instructions-first.xlsx', { sheet: 'Instructions' });
    expect(chosen.cells[0]).toEqual(['How to fill in this list']);
  });
});

describe('a CSV file of another program', () => {
  it.each([
    ['b2-cp1250.csv', 'First name', ['Paweł', 'Jiří']],
    ['b2-cp1250.csv', 'Last name', ['Żółkiewski', 'Dvořák']],
    ['b6-one-bad-byte.csv', 'First name', ['Jürgen', 'Zo\ufffd']],
    ['b6-one-bad-byte.csv', 'Company', ['Förster & Söhne', 'Aulne SARL']],
    ['b7-space-quote.csv', 'Company', ['Alder, Birch & Sons']],
    ['b7b-space-quote-company.csv', 'Company', ['Alder Seven Ltd']],
    ['b10-control-in-cell.csv', 'Company', ['Alder b10 Ltd', 'Birch Ltd']],
    ['b26-nul.csv', 'Company', ['Alder b26 Ltd']],
  ])('is read as it was meant: %s, %s', async (name, heading, values) => {
    expect(await column(name, heading)).toEqual(values);
  });

  it('is read in the encoding that the person chooses', async () => {
    expect(await column('b2-cp1250.csv', 'First name', { encoding: 'windows-1252' })).toEqual([
      'Pawe³',
      'Jiøí',
    ]);
    expect(readCellsAs(['Pawe³', 'Jiøí'], 'windows-1252', 'windows-1250')).toEqual(['Paweł', 'Jiří']);
  });

  it('may have blanks around quotation marks, and zeros protected by a formula', async () => {
    const { cells } = await read(
      Buffer.from('Last name , Number\n"Alder" , ="00123"\n "Birke, Eva","=""0456"""\n'),
    );
    expect(cells.slice(1)).toEqual([
      ['Alder', '00123'],
      ['Birke, Eva', '0456'],
    ]);
  });

  it.each([
    ['windows-1252', 'Jürgen;Größe'],
    ['windows-1251', 'Иван;Ромашка'],
    ['windows-1253', 'Γιώργος;Παπαδόπουλος'],
    ['shift_jis', '太郎;株式会社サンプル'],
    ['macintosh', 'Jürgen;Müßig;Förster'],
  ])('may be written in %s, which its person confirms', async (encoding, row) => {
    const { readAs, cells } = await read(encode(`First name;Company\r\n${row}\r\n`, encoding));
    expect(readAs).toMatchObject({ encoding, choice: 'unsure' });
    expect(cells[1]).toEqual(row.split(';'));
  });

  it('leaves the encoding of Spanish names open, which other languages write with the same bytes', async () => {
    const rows = 'First name;Company\r\nJosé;Compañía Española\r\nLuis Peña;Muñoz e Hijos\r\n';
    expect((await read(encode(rows, 'windows-1252'))).readAs).toMatchObject({ choice: 'unsure' });
  });
});

describe('a cell', () => {
  const styles = (...codes: string[]) =>
    `<styleSheet><numFmts>${codes.map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`).join('')}</numFmts>
    <cellXfs>${codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`).join('')}</cellXfs></styleSheet>`;

  it('is what the sheet shows: a day without its hidden time, a duration, a time of day', async () => {
    const rows = `<row r="1"><c s="0"><v>46752.6</v></c><c s="1"><v>1.5</v></c><c s="2"><v>46752.25</v></c>
      <c s="3"><v>1200</v></c><c s="4"><v>7.5</v></c></row>`;
    const codes = ['yyyy\\-mm\\-dd', '[h]:mm', 'hh:mm', '#\\ ##0', '#,##0.00\\ &quot;km&quot;'];
    const { cells } = await read(workbook({ rows, styles: styles(...codes) }));
    expect(cells).toEqual([['2027-12-31', '36:00', '06:00', '1 200', 7.5]]);
  });

  it('with groups of digits or a scale is the number, which no askedFormat of the file can change', async () => {
    const codes = [
      '#,##0',
      '#,##0_);(#,##0)',
      '_-* #,##0_-',
      '#,##0&quot; pcs&quot;',
      '#,##0,',
      '[$-407]#,##0',
    ];
    const cells = codes.map((_, index) => `<c s="${index}"><v>1234</v></c>`).join('');
    const read1 = await read(workbook({ rows: `<row r="1">${cells}</row>`, styles: styles(...codes) }));
    expect(read1.cells).toEqual([codes.map(() => 1234)]);
  });

  it('with a formula without a result is an error, and never empty', async () => {
    const rows = `<row r="1"><c r="A1"><f>A9</f></c><c r="B1"><f>A9</f><v></v></c><c r="C1"><f>A9</f><v/></c>
      <c r="D1" t="str"><f>A9</f><v></v></c><c r="E1"><v>1</v></c></row>`;
    expect((await read(workbook({ rows }))).cells).toEqual([['#VALUE!', '#VALUE!', '#VALUE!', '', 1]]);
  });

  it('of any size is a number that can be stored', async () => {
    const rows = '<row r="1"><c s="3"><v>1e308</v></c><c><v>1e308</v></c></row>';
    expect((await read(workbook({ rows }))).cells).toEqual([[1e308, 1e308]]);
  });
});

describe('a hostile or strange workbook', () => {
  it.each(['99999999999', '1e300', '-1', 'x', '2147483648'])(
    'has rows with numbers that a sheet can have, whatever it calls them: %s',
    async (number) => {
      const { rows } = await read(workbook({ rows: rowXml(1, ['a']).replace('r="1"', `r="${number}"`) }));
      expect(rows).toMatchObject([{ line: 1 }]);
    },
  );

  it('has a well-formed name of its sheet, also if it is cut within an emoji', async () => {
    const book = `<workbook><sheets><sheet name="${'x'.repeat(99)}😀y" r:id="rId1"/></sheets></workbook>`;
    const { readAs } = await read(workbook({ rows: rowXml(1, ['a']), workbook: book }));
    expect(readAs).toMatchObject({ sheet: `${'x'.repeat(99)}😀` });
  });

  it('is passed over where a sheet is empty', async () => {
    const relations = `<Relationships><Relationship Id="rId1" Type="t/worksheet" Target="worksheets/sheet1.xml"/>
      <Relationship Id="rId2" Type="t/worksheet" Target="worksheets/sheet2.xml"/></Relationships>`;
    const book =
      '<workbook><sheets><sheet name="Empty" r:id="rId1"/><sheet name="Full" r:id="rId2"/></sheets></workbook>';
    const full = `<worksheet><sheetData>${rowXml(1, ['Name'])}${rowXml(2, ['Ada'])}</sheetData></worksheet>`;
    const more = [{ name: 'xl/worksheets/sheet2.xml', content: full }];
    const { readAs } = await read(workbook({ rows: '', workbook: book, relations, more }));
    expect(readAs).toMatchObject({ sheet: 'Full' });
  });

  it('of another kind is no table that is read', async () => {
    const ods = zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      { name: 'content.xml', content: '<x/>' },
    ]);
    await expect(readTable(ods)).rejects.toMatchObject({ fault: 'not-a-table' });
  });
});

describe('the row of the headings', () => {
  const find = (...rows: string[][]) => findHeadings(rows.map((cells, line) => ({ line, cells })));
  const row = ['Ada', 'Berg', 'ada@alder.example'];

  it.each([
    ['is the first', [['First', 'Last', 'Email'], row], 0],
    ['is the first, in one column', [['Email'], ['ada@alder.example']], 0],
    ['is below a title', [['Leads of the fair'], ['Hall 4'], ['First', 'Last', 'Email'], row], 2],
    ['is below a title, in two columns', [['Leads'], ['Name', 'Email'], ['Ada', 'a@alder.example']], 1],
    ['is none, if all rows are leads', [row, ['Bo', 'Silva', 'x']], undefined],
    ['is none, below a title too', [['Leads'], row], undefined],
  ])('%s', (_, rows, found) => {
    expect(find(...rows)).toBe(found);
  });
});
