import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTable } from '@/lib/import-files/read-file';
import { runs } from '@/tests/support/property-runs';
import { columnName } from './sheet-xml';
import { streamTable } from './stream-table';
import type { Cell } from './table';
import { createWorkbook } from './workbook';

async function* inBatches(batches: readonly Cell[][][]): AsyncGenerator<Cell[][], void> {
  for (const batch of batches) yield batch;
}

async function write(
  head: string[],
  batches: readonly Cell[][][],
  format: 'csv' | 'xlsx',
): Promise<Uint8Array> {
  const onError = (error: unknown) => expect.fail(String(error));
  const stream = streamTable({ head, batches: inBatches(batches) }, { format, name: 'Leads', onError });
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function read(bytes: Uint8Array): Promise<Cell[][]> {
  const cells: Cell[][] = [];
  for await (const row of (await readTable(bytes)).rows) cells.push(row.cells);
  return cells;
}

describe.each(['csv', 'xlsx'] as const)('a table as %s', (format) => {
  it('is read back by an import as it was', async () => {
    const rows = [
      ['Anna', 'line\nbreak', '"quoted"', 'a & b < c > d'],
      ['日本', 'emoji 🙂', 'ä ö ü', '_x0041_'],
    ];
    const head = ['First name', 'Notes', 'Quote', 'Signs'];
    expect(await read(await write(head, [rows.slice(0, 1), rows.slice(1)], format))).toEqual([head, ...rows]);
  });

  it('of no rows has its headings', async () => {
    expect(await read(await write(['A', 'B'], [], format))).toEqual([['A', 'B']]);
  });
});

it('a workbook keeps numbers as numbers and texts as texts, whatever they look like', async () => {
  const row = [1250.5, -3, 0, '1250.5', '=1+1', '+49 30 1234', '@cmd', "-2+3'"];
  const head = row.map((_, index) => `Column ${index}`);
  expect(await read(await write(head, [[row]], 'xlsx'))).toEqual([head, row]);
});

it('CSV makes formulas harmless, and leaves negative numbers alone', async () => {
  const text = Buffer.from(await write(['A', 'B', 'C'], [[['=1+1', -3, ' @cmd']]], 'csv')).toString();
  expect(text).toBe('\ufeff"A","B","C"\r\n"\'=1+1","-3","\' @cmd"\r\n');
});

it('any texts come back from a workbook, without what XML cannot hold', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { maxLength: 5 }), async (rows) => {
      const [, ...found] = await read(await write(['A', 'B'], [rows], 'xlsx'));
      const kept = (cell: string) =>
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
        cell.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replace(/\r\n?/g, '\n');
      const expected = rows.map((row) => row.map(kept)).filter((row) => row.some((cell) => cell !== ''));
      const trimmed = expected
        .map((row) => row.map((cell) => cell.trim()))
        .filter((row) => row.some(Boolean));
      expect(found.map((row) => [String(row[0] ?? '').trim(), String(row[1] ?? '').trim()])).toEqual(trimmed);
    }),
    { numRuns: runs(50) },
  );
});

it('what does not fit on a sheet goes to the next one, with the headings', async () => {
  const chunks: Uint8Array[] = [];
  const workbook = createWorkbook({
    name: 'Leads',
    head: ['A'],
    sheetRows: 3,
    write: (bytes) => chunks.push(bytes),
  });
  workbook.add([['1'], ['2'], ['3']]);
  workbook.add([['4'], ['5']]);
  workbook.end();
  const table = await readTable(Buffer.concat(chunks));
  expect(table.readAs).toMatchObject({ kind: 'xlsx', sheet: 'Leads', otherSheets: 2 });
});

it('an error aborts the download, and is heard', async () => {
  async function* fails(): AsyncGenerator<Cell[][], void> {
    yield [['one']];
    throw new Error('the database is gone');
  }
  const heard: unknown[] = [];
  const stream = streamTable(
    { head: ['A'], batches: fails() },
    { format: 'csv', onError: (error) => heard.push(error) },
  );
  await expect(new Response(stream).text()).rejects.toThrow('the database is gone');
  expect(heard).toHaveLength(1);
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('column %i is called %s', (index, name) => {
  expect(columnName(index)).toBe(name);
});
