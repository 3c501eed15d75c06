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

  it('may have a title above its headings', async () => {
    const text =
      'Leads of the fair\n,,\n"Hall 4, Frankfurt"\nFirst,Last,Email\nAnna,Weber,anna@alder.example';
    const { lines, cells } = await read(text);
    expect(cells).toEqual([
      ['First', 'Last', 'Email'],
      ['Anna', 'Weber', 'anna@alder.example'],
    ]);
    expect(lines).toEqual([4, 5]);
  });

  it.each([
    ['has one column', 'Email\nanna@alder.example\nben@alder.example', 3],
    ['has two columns', 'Leads\nName,Email\nAnna,anna@alder.example', 3],
    ['begins with an address', 'anna@alder.example\nFirst,Last,Email\nBen,Silva,ben@alder.example', 3],
    ['has a lead below it', 'Leads\nAnna,Weber,anna@alder.example', 2],
    ['has single texts further below', 'First,Last,Email\nAnna,Weber,a@alder.example\nthe end', 3],
  ])('keeps all rows if it %s', async (_what, text, count) => {
    expect((await read(text)).cells).toHaveLength(count);
  });
});
