import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSafeCell } from '@/lib/core/csv-cell';
import { toCsv } from '@/lib/export-files/csv';
import { runs } from '@/tests/support/property-runs';
import { findDelimiter, readCsv } from './read-csv';
import { readPastedTable, readTable } from './read-file';
import type { Table, TableRow } from './table';

async function collect(rows: AsyncIterable<TableRow>): Promise<TableRow[]> {
  const all: TableRow[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

const cellsOf = async (table: Promise<Table>) =>
  (await collect((await table).rows)).map(({ cells }) => cells);
const bytes = (text: string) => Buffer.from(text, 'utf8');

describe('reading CSV', () => {
  it('gives back what an export wrote, without the apostrophes that keep a spreadsheet from calculating', async () => {
    const texts = [
      '=1+1',
      '@SUM(A1)',
      '+49 30 9991234',
      '-Anna',
      '-2+3\n=HYPERLINK("x")',
      "'=1",
      "O'Neil",
      '＝1+1',
    ];
    expect(toCsv([texts])).toContain("'+49 30 9991234");
    expect(
      await cellsOf(readTable(bytes(toCsv([['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], texts])))),
    ).toContainEqual(texts);
  });

  it('returns what was written, for any rows that are not blank and each delimiter', async () => {
    const cell = fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/\r/g, '\n'));
    const row = fc
      .array(cell, { minLength: 1, maxLength: 6 })
      // A row of blanks alone is an empty row.
      .filter((cells) => cells.some((text) => text.trim() !== ''));
    const table = fc.array(row, { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (rows, delimiter) => {
        const safe = rows.map((cells) => cells.map(toSafeCell));
        const csv = stringify(safe, { delimiter, quoted: true });
        const read = await collect(readCsv(csv, delimiter));
        expect(read.map(({ cells }) => cells)).toEqual(rows);
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    ['commas', 'Name,Wert,Ort\n"Berg, Nils",1.5,Kiel\nAda,2,Bonn\n', ','],
    ['semicolons with decimal commas', 'Name;Wert;Ort\nNils Berg;1,5;Kiel\nAda;2,5;Bonn\n', ';'],
    ['tabs with commas in texts', 'Name\tNotes\nNils\tcalls, mails, visits\nAda\tmails, calls\n', '\t'],
    ['bars', 'a|b|c\n1,2|3|4\n5|6,7|8\n', '|'],
    ['a few rows that are wider', 'a;b;c\n1;2;3\n1;2;3;4\n1;2;3\n', ';'],
    ['one column', 'Email\na@b.example\nc@d.example\n', ','],
  ])('finds the delimiter: %s', (_, text, delimiter) => {
    expect(findDelimiter(text)).toBe(delimiter);
  });

  it('numbers rows as a spreadsheet does', async () => {
    const rows = await collect(readCsv('a,b\r\n\r\n"x\r\ny",1\r\n,\r\nz,2\r\n', ','));
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 5]);
  });

  it('keeps a quotation mark in the middle of a cell', async () => {
    expect(await cellsOf(readPastedTable('size\tname\n5" pipe\t"Berg"\n'))).toEqual([
      ['size', 'name'],
      ['5" pipe', 'Berg'],
    ]);
  });

  it.each([
    ['in the third row', 'a,b\n1,2\n3,"4\n5,6\n7,8\n', 3],
    ['after empty rows', 'a,b\n1,2\n\n\n3,"4\n5,6\n', 5],
    ['in a row that begins with a cell of two lines', 'a,b\n"1\n1",2\n"3\n3","4\n5,6\n', 3],
    ['after escaped ones', 'a,b\n"say ""a"" b",2\n"3"",4\n5,6\n', 3],
    ['in the headings', '"a,b\n1,2\n', 1],
    ['far from the end', `a,b\n1,2\n3,"4\n${'5,6\n'.repeat(5_000)}`, 3],
  ])('names the line on which a quotation mark opens that is never closed: %s', async (_, text, line) => {
    const read = collect((await readTable(bytes(text))).rows);
    await expect(read).rejects.toMatchObject({ fault: 'quotes', place: { line } });
  });

  it.each([
    ['without a quotation mark', `a,b\n1,2\n${'x'.repeat(300_000)},4\n`, 3],
    ['of letters that take several bytes', `a,b\n1,2\n${'é'.repeat(150_000)},4\n`, 3],
    ['of many cells', `a,b\n1,2\n${'xy,'.repeat(150_000)}\n`, 3],
    ['after rows without a value', `a,b\n1,2\n,\n,\n${'x'.repeat(300_000)},4\n`, 5],
    ['after a cell of two lines', `a,b\n"1\n1",2\n${'x'.repeat(300_000)},4\n`, 3],
    ['in a quoted cell', `a,b\n1,2\n3,"${'x'.repeat(240_000)}"\n`, 3],
    ['in a quoted cell of many lines', `a,b\n1,2\n3,"${'x\n'.repeat(120_000)}"\n`, 3],
    ['that a quotation mark opens', `a,b\n1,2\n3,"${'x,y\n'.repeat(60_000)}`, 3],
  ])('names the line of a row that is too long, whatever is quoted below it: %s', async (_, text, line) => {
    const read = collect((await readTable(bytes(`${text}${'"5",6\n'.repeat(20_000)}`))).rows);
    await expect(read).rejects.toMatchObject({ fault: 'quotes', place: { line } });
  });

  it('refuses a row of 10 MB without reading on', async () => {
    const read = collect((await readTable(bytes(`a,b\n${'x'.repeat(9_900_000)},1\n`))).rows);
    await expect(read).rejects.toMatchObject({ fault: 'quotes' });
  });

  it('refuses more than 10,000 rows, and more than 500 columns', async () => {
    const many = collect((await readTable(bytes(`a,b\n${'1,2\n'.repeat(10_001)}`))).rows);
    await expect(many).rejects.toMatchObject({ fault: 'too-large', place: { line: 10_002 } });
    const wide = collect((await readTable(bytes(`a,b\n${'1,'.repeat(550)}1\n`))).rows);
    await expect(wide).rejects.toMatchObject({ fault: 'too-large', place: { line: 2, column: 551 } });
    expect(await collect((await readTable(bytes(`a,b\n${'1,2\n'.repeat(10_000)}`))).rows)).toHaveLength(
      10_001,
    );
  });
});

describe('reading the text of a file', () => {
  const text = 'Name;Ort\n„Müller“;Łódź €\n';
  const utf16 = (order: 'le' | 'be', mark: boolean) => {
    const little = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
    return order === 'le' ? little : Buffer.from(little).swap16();
  };

  it.each([
    ['UTF-8', bytes(text)],
    ['UTF-8 with a byte order mark', bytes(`\ufeff${text}`)],
    ['UTF-16 LE with a mark', utf16('le', true)],
    ['UTF-16 BE with a mark', utf16('be', true)],
  ])('understands %s', async (_, file) => {
    expect(await cellsOf(readTable(file))).toEqual([
      ['Name', 'Ort'],
      ['„Müller“', 'Łódź €'],
    ]);
  });

  it('understands UTF-16 without a mark', async () => {
    const plain = Buffer.from('Name;Ort\nNils;Kiel\n', 'utf16le');
    expect(await cellsOf(readTable(plain))).toEqual([
      ['Name', 'Ort'],
      ['Nils', 'Kiel'],
    ]);
  });

  it('understands Windows-1252, with euro sign and curly quotes', async () => {
    const file = Buffer.from([...bytes('a;b\n'), 0x80, 0x3b, 0x84, 0x4d, 0xfc, 0x93, 0x0a]);
    const table = await readTable(file);
    expect(table.readAs).toMatchObject({ encoding: 'windows-1252', delimiter: ';' });
    expect((await collect(table.rows))[1]?.cells).toEqual(['€', '„Mü“']);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'not-a-table'],
    ['a gzip archive', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2]), 'not-a-table'],
    ['a web page', bytes('<html><table><tr><td>x</td></tr></table></html>'), 'not-a-table'],
    ['an old or locked workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'not-a-table'],
    ['a file of another kind with zero bytes', Buffer.from('a,b\n1,\0\0\n'), 'not-a-table'],
    ['nothing', Buffer.alloc(0), 'empty'],
    ['more than 10 MB', Buffer.alloc(10_000_001, 'a'), 'too-large'],
  ])('refuses %s', async (_, file, fault) => {
    await expect(readTable(file)).rejects.toMatchObject({ fault });
  });

  it('refuses text without a filled cell', async () => {
    await expect(collect((await readTable(bytes('\n\n,,\n'))).rows)).rejects.toMatchObject({
      fault: 'empty',
    });
  });
});
