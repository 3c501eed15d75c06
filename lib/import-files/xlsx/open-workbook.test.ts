import { describe, expect, it } from 'vitest';
import { rowXml, workbook, zip } from '@/tests/support/workbook';
import { readTable } from '../read-file';
import type { TableRow } from '../table';

async function read(bytes: Uint8Array): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const row of (await readTable(bytes)).rows) rows.push(row);
  return rows;
}

const cellsOf = async (rows: string, strings?: string) =>
  (await read(workbook({ rows, strings }))).map(({ cells }) => cells);

describe('reading a workbook', () => {
  it('reads inline and shared texts, numbers, yes and no, and gaps', async () => {
    const strings = '<si><t>Name</t></si><si><r><t>Ber</t></r><r><t>g &amp; Co</t></r></si>';
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="3"><c r="A3" t="s"><v>1</v></c>
      <c r="C3"><v>1250.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3" t="inlineStr"><is><t>Kiel</t></is></c></row>`;
    expect(await read(workbook({ rows, strings }))).toEqual([
      { line: 1, cells: ['Name'] },
      { line: 3, cells: ['Berg & Co', '', 1250.5, 'TRUE', 'Kiel'] },
    ]);
  });

  it('reads dates, times and percentages by their format', async () => {
    const rows = `<row r="1"><c r="A1" s="1"><v>46752</v></c><c r="B1" s="2"><v>46752.604166666664</v></c>
      <c r="C1" s="3"><v>0.255</v></c><c r="D1" s="4"><v>1</v></c><c r="E1" s="0"><v>46752</v></c></row>`;
    expect(await cellsOf(rows)).toEqual([['2027-12-31', '2027-12-31T14:30', 25.5, '1900-01-01', 46752]]);
  });

  it('reads a number as spreadsheets show it, without the noise of its binary form', async () => {
    const rows = `<row r="1"><c r="A1"><v>1249.9999999999998</v></c><c r="B1"><v>0.30000000000000004</v></c>
      <c r="C1"><f>A1*1.19</f><v>1487.4999999999998</v></c><c r="D1"><v>-19.990000000000002</v></c>
      <c r="E1"><v>4917612345678901</v></c><c r="F1"><v>1E-7</v></c></row>`;
    expect(await cellsOf(rows)).toEqual([[1250, 0.3, 1487.5, -19.99, 4_917_612_345_678_901, 1e-7]]);
  });

  it('reads a shared text without its number, or with one that does not exist, as empty', async () => {
    const rows = `<row r="1"><c r="A1" t="s"/><c r="B1" t="s"><v/></c><c r="C1" t="s"><v> </v></c>
      <c r="D1" t="s"><v>7</v></c><c r="E1" t="s"><v>-1</v></c><c r="F1" t="s"><v>0</v></c></row>`;
    expect(await cellsOf(rows, '<si><t>First shared</t></si>')).toEqual([
      ['', '', '', '', '', 'First shared'],
    ]);
  });

  it('reads a number with the zeros that people see before it', async () => {
    const rows = '<row r="1"><c r="A1" s="5"><v>701740605</v></c><c r="B1" s="5"><v>0.5</v></c></row>';
    expect(await cellsOf(rows)).toEqual([['0701740605', 0.5]]);
  });

  it('reads what XML cannot hold from its number', async () => {
    const strings = '<si><t>one_x000d_two_x005F_x0041_</t></si>';
    expect(await cellsOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings)).toEqual([
      ['one\rtwo_x0041_'],
    ]);
  });

  it('leaves out how a name is pronounced', async () => {
    const strings = '<si><t>山田</t><rPh sb="0" eb="2"><t>ヤマダ</t></rPh></si>';
    expect(await cellsOf('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', strings)).toEqual([['山田']]);
  });

  it('reads the last result of a formula, and runs nothing', async () => {
    const rows = `<row r="1"><c r="A1" t="str"><f>HYPERLINK("http://evil.example","x")</f><v>shown</v></c>
      <c r="B1"><f>WEBSERVICE("http://evil.example")</f></c>
      <c r="C1" t="inlineStr"><f>A1</f><is><t>in the cell</t></is></c></row>`;
    expect(await cellsOf(rows)).toEqual([['shown', '#VALUE!', 'in the cell']]);
  });

  it('reads a workbook with macros as texts', async () => {
    const macros = { name: 'xl/vbaProject.bin', content: 'Sub AutoOpen()' };
    expect(await read(workbook({ rows: rowXml(1, ['a', 'b']), more: [macros] }))).toEqual([
      { line: 1, cells: ['a', 'b'] },
    ]);
  });

  it('takes the first sheet that is not hidden, and says which others there are', async () => {
    const sheets = `<workbook><sheets><sheet name="Hidden" state="hidden" r:id="rId9"/><sheet name="Leads" r:id="rId1"/>
      <sheet name="Other" r:id="rId8"/></sheets></workbook>`;
    const rows = rowXml(1, ['a', 'b']);
    const table = await readTable(workbook({ rows, workbook: sheets }));
    expect(table.readAs).toMatchObject({ sheet: 'Leads', otherSheets: 1, sheets: ['Leads', 'Other'] });
  });

  const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = `<Relationships><Relationship Id="rId7" Type="${RELATION}/chartsheet" Target="chartsheets/sheet1.xml"/>
    <Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
  const chart = { name: 'xl/chartsheets/sheet1.xml', content: '<chartsheet/>' };
  const bookOf = (sheets: string) => `<workbook><sheets>${sheets}</sheets></workbook>`;
  const CHART = '<sheet name="Chart" r:id="rId7"/>';

  it('takes the first sheet with cells, which a chart has not', async () => {
    const rows = rowXml(1, ['a']);
    const sheets = bookOf(`${CHART}<sheet name="Leads" r:id="rId1"/>`);
    const table = await readTable(workbook({ rows, relations, more: [chart], workbook: sheets }));
    expect(table.readAs).toEqual({ kind: 'xlsx', sheet: 'Leads', otherSheets: 0 });
  });

  it.each([
    ['a chart', CHART],
    ['a chart and a hidden sheet', `${CHART}<sheet name="Leads" state="hidden" r:id="rId1"/>`],
  ])('has no rows if it shows only %s', async (_, sheets) => {
    const bytes = workbook({ rows: rowXml(1, ['a']), relations, more: [chart], workbook: bookOf(sheets) });
    await expect(read(bytes)).rejects.toMatchObject({ fault: 'empty' });
  });

  it('leaves out rows that are hidden, by hand or by a filter, and says how many', async () => {
    const hidden = (line: number, name: string) =>
      rowXml(line, [name]).replace('<row', `<row hidden="${line % 2 ? '1' : 'true'}"`);
    const empty = '<row r="9" hidden="1"><c r="A9"/></row>';
    const rows = [rowXml(1, ['Name']), hidden(2, 'Ada'), hidden(3, 'Nils'), rowXml(4, ['Bo']), empty].join(
      '',
    );
    const table = await readTable(workbook({ rows }));
    const lines: number[] = [];
    for await (const { line } of table.rows) lines.push(line);
    expect(lines).toEqual([1, 4]);
    expect(table.readAs).toMatchObject({ hiddenRows: 2 });
  });

  it('says that all its rows are hidden', async () => {
    const rows = rowXml(1, ['Name']).replace('<row', '<row hidden="1"');
    await expect(read(workbook({ rows }))).rejects.toMatchObject({ fault: 'all-hidden' });
  });
});

describe('a hostile workbook', () => {
  it.each([
    ['a zip archive of something else', zip([{ name: 'a.txt', content: 'a,b' }]), 'not-a-table'],
    ['a cut archive', workbook({ rows: rowXml(1, ['a']) }).subarray(0, 300), 'not-a-table'],
    ['XML that does not end', workbook({ rows: '<row r="1"><c r="A1"><v>1</v></row>' }), 'not-a-table'],
    [
      'an encrypted part',
      workbook({ rows: '', more: [{ name: 'xl/workbook.xml', content: 'x', isEncrypted: true }] }),
      'not-a-table',
    ],
    [
      'entities that want a file of this server',
      workbook({
        rows: '',
        workbook: `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><workbook><sheets><sheet name="&e;" r:id="rId1"/></sheets></workbook>`,
      }),
      'not-a-table',
    ],
    [
      'entities in the sheet',
      workbook({ rows: '<row r="1"><c r="A1" t="str"><v>&lol;</v></c></row>' }),
      'not-a-table',
    ],
    ['a cell far to the right', workbook({ rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }), 'too-large'],
  ])('is refused: %s', async (_, bytes, fault) => {
    await expect(read(bytes)).rejects.toMatchObject({ fault });
  });

  it('is refused when it unpacks to far more than it is, whatever it claims', async () => {
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>${' '.repeat(100_000_000)}</t></is></c></row>`;
    const bomb = workbook({ rows });
    expect(bomb.byteLength).toBeLessThan(300_000);
    const before = process.memoryUsage().rss;
    await expect(read(bomb)).rejects.toMatchObject({ fault: 'too-large' });
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  it('is refused when one text is named by many cells', async () => {
    const strings = `<si><t>${'x'.repeat(30_000)}</t></si>`;
    const row = (line: number) => `<row r="${line}">${'<c t="s"><v>0</v></c>'.repeat(50)}</row>`;
    const rows = Array.from({ length: 100 }, (_, index) => row(index + 1)).join('');
    await expect(read(workbook({ rows, strings }))).rejects.toMatchObject({ fault: 'too-large' });
  });

  it('is read within seconds when it has 10,000 rows', async () => {
    const rows = Array.from({ length: 10_001 }, (_, index) =>
      rowXml(
        index + 1,
        Array.from({ length: 20 }, (_, column) => `cell ${index} ${column}`),
      ),
    ).join('');
    const started = performance.now();
    expect(await read(workbook({ rows }))).toHaveLength(10_001);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
