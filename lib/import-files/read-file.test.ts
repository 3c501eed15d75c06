import { describe, expect, it } from 'vitest';
import { readPastedTable } from './read-file';
import type { TableRow } from './table';

async function read(text: string) {
  const { readAs, rows } = await readPastedTable(text);
  const all: TableRow[] = [];
  for await (const row of rows) all.push(row);
  return { readAs, lines: all.map(({ line }) => line), cells: all.map(({ cells }) => cells) };
}

describe('a table', () => {
  it.each([
    ['sep=;\r\nName;Email\r\nWeber, Anna;anna@alder.example\r\n', ';'],
    ['"sep=\t"\nName\tEmail\nWeber, Anna\tanna@alder.example', '\t'],
  ])('may name its delimiter in a line of its own: %j', async (text, delimiter) => {
    const { readAs, lines, cells } = await read(text);
    expect(readAs).toMatchObject({ delimiter });
    expect(cells).toEqual([
      ['Name', 'Email'],
      ['Weber, Anna', 'anna@alder.example'],
    ]);
    expect(lines).toEqual([2, 3]);
  });
});
