import { and, eq, lte } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { importRows } from '@/lib/db/schema/imports';
import { type ImportDesk, importSteps, openImportDesk } from '@/tests/support/imports';
import { findAskedFormats, findUsedFormats } from './asked-formats';
import { interpretationOf } from './import-form';
import { countRows } from './list-rows';

let desk: ImportDesk;
let viewer: Viewer;
beforeAll(async () => {
  desk = await openImportDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  viewer = await desk.addHomeViewer();
});

const { upload, choose, save, keyOf, start, work, run, mine, formOf, storedOf } = importSteps(() => ({
  ...desk,
  viewer,
}));

const HEAD = 'Last name;Email;Platform;Company;Value;Close date';

/** Checks a file: many rows with the first value and date, and then a row for each of the others. */
async function check(many: [value: string, date: string], ...others: [string, string][]): Promise<string> {
  const cells = [...Array.from({ length: 700 }, () => many), ...others];
  const rows = cells.map(
    ([value, date], n) => `Berg ${n};berg.${n}@firm-${n}.example;Web store;Firm ${n};${value};${date}`,
  );
  const id = await upload([HEAD, ...rows]);
  await choose(id, { with: ['expectedClose', 5] });
  return id;
}

async function askedAbout(id: string) {
  const form = await formOf();
  const interpretation = interpretationOf(await storedOf(id), form.model);
  return interpretation && (await findAskedFormats(desk.db, id, { form, interpretation }));
}

describe('how a file writes numbers and dates', () => {
  it('is shown by the last rows, after hundreds that show nothing', async () => {
    const id = await check(
      ['', '2027-12-31'],
      ['12.500', '03/04/2027'],
      ['1.234,50', '12/31/2027'],
      ['99,5', ''],
    );
    expect((await storedOf(id)).fileFormat).toEqual({ decimal: ',', dates: 'mdy', unsure: [] });
    expect(await askedAbout(id)).toEqual([]);
    // Only the last three.
    await desk.db
      .update(importRows)
      .set({ isLeftOut: true })
      .where(and(eq(importRows.importId, id), lte(importRows.position, 700)));
    await start(id);
    await work(id);
    expect((await mine()).map(({ answers }) => [answers.value, answers.expectedClose])).toEqual(
      expect.arrayContaining([
        [12_500, '2027-03-04'],
        [1_234.5, '2027-12-31'],
        [99.5, undefined],
      ]),
    );
  });

  it('is asked about if the first rows show one thing and the last ones another', async () => {
    const id = await check(['12.5', '12/31/2027'], ['12.500', '03/04/2027'], ['1.234,50', '31/12/2027']);
    expect((await storedOf(id)).fileFormat).toMatchObject({ unsure: ['decimal', 'dates'] });
    expect(await askedAbout(id)).toEqual(['decimal', 'dates']);
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 2, ready: 700 });
  });

  it('is asked about if years come first, except in dates that have two interpretations', async () => {
    const id = await check(['', '2027-12-31'], ['', '03/04/2027']);
    expect(await askedAbout(id)).toEqual(['dates']);
    const { version } = (await formOf()).whole;
    await run(id, { command: 'fileFormat', version, decimal: '.', dates: 'ymd' });
    // That years come first says nothing about a date without one in front.
    expect(await askedAbout(id)).toEqual(['dates']);
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 1 });
    await run(id, { command: 'fileFormat', version, decimal: '.', dates: 'mdy' });
    expect(await askedAbout(id)).toEqual([]);
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 0, ready: 701 });
  });

  it('is asked about numbers, too, if their column is chosen after the person has said how dates are written', async () => {
    const id = await check(['12.500', '03/04/2027'], ['', '']);
    await choose(id, { without: 'value', with: ['expectedClose', 5] });
    expect(await askedAbout(id)).toEqual(['dates']);
    const { version } = (await formOf()).whole;
    await run(id, { command: 'fileFormat', version, decimal: '.', dates: 'mdy' });
    expect(await askedAbout(id)).toEqual([]);
    await choose(id, { with: ['value', 4] });
    expect(await askedAbout(id)).toEqual(['decimal']);
    expect((await storedOf(id)).fileFormat).toMatchObject({ dates: 'mdy' });
  });

  it('is offered only for what the file has', async () => {
    const usedIn = async (id: string) => {
      const [form, stored] = [await formOf(), await storedOf(id)];
      const interpretation = interpretationOf(stored, form.model);
      return interpretation && (await findUsedFormats(desk.db, id, { form, interpretation }));
    };
    expect(await usedIn(await check(['500', ''], ['', '2027-12-31']))).toEqual([]);
    expect(await usedIn(await check(['12.500', ''], ['', '31.12.2027']))).toEqual(['decimal', 'dates']);
  });

  it('is not shown by a date in a column of numbers', async () => {
    const id = await check(['31.12.2027', ''], ['12.500', '']);
    expect((await storedOf(id)).fileFormat?.unsure).toContain('decimal');
  });

  it('is the same for a date that somebody enters in a file whose dates begin with years', async () => {
    const id = await check(['', '2027-12-31'], ['', 'soon']);
    const key = await keyOf('expectedClose');
    const fix = (text: string) => save(id, { [`fix.701.${key}`]: text });
    await fix('03/04/2027');
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 1 });
    await fix('2027-04-03');
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 0 });
  });
});
