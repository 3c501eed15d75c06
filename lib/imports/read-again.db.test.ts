import { readFile } from 'node:fs/promises';
import { encode } from 'iconv-lite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { importFiles } from '@/lib/db/schema/imports';
import { purgeOld } from '@/lib/maintenance/purge';
import { type ImportDesk, importSteps, openImportDesk } from '@/tests/support/imports';
import { readColumns } from './choose-columns';
import { interpretationOf } from './import-form';
import { findImport } from './imports';
import { countRows, listRows } from './list-rows';
import { listDecodings } from './read-again';

let desk: ImportDesk;
let viewer: Viewer;
beforeAll(async () => {
  desk = await openImportDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  viewer = await desk.addHomeViewer();
});

const { storeBytes, upload, choose, formOf, storedOf, run, rowsIn } = importSteps(() => ({
  ...desk,
  viewer,
}));

const storeCase = async (name: string) => await storeBytes(await readFile(`tests/files/${name}`));
const columnsOf = async (id: string) =>
  await readColumns(desk.db, viewer, { stored: await storedOf(id), form: await formOf() });
const filesRetained = () => desk.db.$count(importFiles);
const statesIn = async (id: string) => (await rowsIn(id)).map(({ state }) => state);

describe('how a file is read', () => {
  it('can be changed to another sheet until the columns are chosen', async () => {
    const id = await storeCase('a11-instructions-first.xlsx');
    expect((await storedOf(id)).readAs).toMatchObject({ sheet: 'Leads' });
    const again = await run(id, { command: 'read', sheet: 'Instructions', headings: '0' });
    if (again.kind !== 'next' || !again.id) throw new Error(again.kind);
    expect(await findImport(desk.db, viewer, id)).toBeUndefined();
    expect((await rowsIn(again.id)).map(({ cells }) => cells[0])).toEqual([
      'How to fill in this list',
      'Do not delete any column.',
    ]);
    const back = await run(again.id, { command: 'read', sheet: 'Leads', headings: '0' });
    if (back.kind !== 'next' || !back.id) throw new Error(back.kind);
    expect(await filesRetained()).toBe(1);
    await choose(back.id);
    expect(await filesRetained()).toBe(0);
    const late = await run(back.id, { command: 'read', sheet: 'Instructions', headings: '0' });
    expect(late).toEqual({ kind: 'no-file' });
    expect(await countRows(desk.db, back.id)).toMatchObject({ all: 1 });
  });

  it('stays as it was if the file cannot be read so', async () => {
    const id = await storeCase('a11-instructions-first.xlsx');
    // Its only row is taken for headings.
    const { bytes } = (await desk.db.select().from(importFiles))[0] ?? {};
    if (!bytes) throw new Error('no file');
    await desk.db.update(importFiles).set({ bytes: new Uint8Array(Buffer.from('PK')) });
    const again = await run(id, { command: 'read', sheet: 'Instructions', headings: '0' });
    expect(again).toMatchObject({ kind: 'fault' });
    expect(await storedOf(id)).toMatchObject({ state: 'open' });
  });

  it('can be changed for a day: then the file is deleted, and what was read of it stays', async () => {
    const id = await storeCase('a11-instructions-first.xlsx');
    await purgeOld(desk.db, { clock: () => new Date(Date.now() + 25 * 3_600_000) });
    expect(await filesRetained()).toBe(0);
    expect(await run(id, { command: 'read', sheet: 'Instructions', headings: '0' })).toEqual({
      kind: 'no-file',
    });
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({ all: 1 });
  });

  it('is asked about where two encodings are as likely: nothing goes on before', async () => {
    const text = 'First name;Last name;Company\r\nJosé;Núñez;Compañía\r\n';
    const id = await storeBytes(encode(text, 'windows-1252'));
    await expect(choose(id)).rejects.toThrow('unsure-encoding');
    const decodings = await listDecodings(desk.db, await storedOf(id));
    expect(decodings).toContainEqual({ encoding: 'windows-1252', cells: ['José', 'Núñez', 'Compañía'] });
    const again = await run(id, { command: 'read', encoding: 'windows-1252', headings: '0' });
    if (again.kind !== 'next' || !again.id) throw new Error(again.kind);
    await choose(again.id);
    expect((await rowsIn(again.id))[1]?.cells).toEqual(['José', 'Núñez', 'Compañía']);
  });

  it('has the row of the headings that the person chooses, and none above it becomes a lead', async () => {
    const lines = ['Leads of the fair', 'First name,Last name,Email', 'Ada,Berg,ada@alder.example'];
    const id = await upload(lines);
    expect(await statesIn(id)).toEqual(['heading', 'heading', 'new']);
    expect((await columnsOf(id)).map(({ fieldId }) => fieldId)).toEqual(['firstName', 'lastName', 'email']);
    await run(id, { command: 'read', headings: 'none' });
    expect(await statesIn(id)).toEqual(['new', 'new', 'new']);
    expect((await storedOf(id)).headings).toEqual(['', '', '']);
    await run(id, { command: 'read', headings: '1' });
    expect(await storedOf(id)).toMatchObject({ headings: ['First name', 'Last name', 'Email'] });
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({ all: 1 });
  });

  it('is no number that no row has', async () => {
    const id = await upload(['Email', 'ada@alder.example']);
    for (const headings of ['99999999999', '1e300', '-1', '0.5', 'x', ''])
      await expect(run(id, { command: 'read', headings })).rejects.toThrow();
    await run(id, { command: 'read', headings: '9' });
    expect(await statesIn(id)).toEqual(['new', 'new']);
  });
});

describe('the columns', () => {
  it('are those that the workbook shows; hidden ones come last and are for no field', async () => {
    const columns = await columnsOf(await storeCase('a10-hidden-col.xlsx'));
    const email = columns.filter(({ heading }) => heading === 'Email');
    expect(email).toMatchObject([
      { fieldId: 'email', samples: ['new@alder-a10.example'] },
      { fieldId: null, samples: ['old@alder-a10.example'], isHidden: true },
    ]);
    expect(columns.at(-1)).toMatchObject({ isHidden: true });
  });

  it('show values of all rows, however far below they are', async () => {
    const empty = Array.from({ length: 600 }, (_, n) => `Berg ${n},`);
    const columns = await columnsOf(await upload(['Last name,Notes', ...empty, 'Silva,call first']));
    expect(columns[1]?.samples).toEqual(['call first']);
  });
});

describe('a row', () => {
  async function problems(id: string) {
    await choose(id);
    const [form, stored] = [await formOf(), await storedOf(id)];
    const interpretation = interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns');
    const task = { importId: id, view: 'wrong', page: 1, total: 9, form, interpretation } as const;
    const { rows } = await listRows(desk.db, task);
    return rows.flatMap(({ line, wrong }) =>
      wrong.map(({ field, message }) => [line, field.id, message] as const),
    );
  }

  it('is named if a byte of it cannot be read', async () => {
    const found = await problems(await storeCase('b6-one-bad-byte.csv'));
    expect(found.map(([line, id]) => [line, id])).toEqual([
      [3, 'firstName'],
      [3, 'lastName'],
    ]);
    expect(found[0]?.[2]).toContain('characters we can’t send');
  });

  it('has days that are written with midnight, or with the name of the month', async () => {
    for (const name of ['b29-crm-dates-only.csv', 'b32-month-names.csv'])
      expect(await problems(await storeCase(name))).toEqual([]);
  });

  it('is told that its cell is an error of the sheet, whatever its field asks for', async () => {
    const [head, row] = ['First name,Last name,Email,Platform,Company', 'Ada,#REF!,#N/A,Web store,Alder'];
    const found = await problems(await upload([head, row]));
    expect(found.map(([, id, message]) => [id, message])).toEqual([
      ['lastName', expect.stringContaining('(#REF!)')],
      ['email', expect.stringContaining('(#N/A)')],
    ]);
  });

  it.each(['#BEZUG!', '#N/D', '#NV', '#¡REF!', '#VALEUR!', '#DIV/0!', 'Err:502'])(
    'is told so in the language of the sheet, too: %s',
    async (error) => {
      const lines = [
        'First name,Last name,Email,Platform,Company',
        `Ada,Berg,a@x.example,Web store,${error}`,
      ];
      const found = await problems(await upload(lines));
      expect(found.map(([, id, message]) => [id, message])).toEqual([
        ['companyName', expect.stringContaining(`(${error})`)],
      ]);
    },
  );
});
