import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { drafts } from '@/lib/db/schema/drafts';
import { imports } from '@/lib/db/schema/imports';
import { submissions } from '@/lib/db/schema/submissions';
import { readTable } from '@/lib/import-files/read-file';
import { storeSubmission } from '@/lib/submissions/store';
import { HEAD, type ImportDesk, importSteps, openImportDesk, rowsOf } from '@/tests/support/imports';
import { HOME } from '@/tests/support/portal';
import { addViewer } from '@/tests/support/rows';
import { rowXml, workbook } from '@/tests/support/workbook';
import { readColumns } from './choose-columns';
import { importCommand } from './command';
import { interpretationOf } from './import-form';
import { countHidden, deleteImport, findImport, listImports } from './imports';
import { countRows, listRows } from './list-rows';
import { nameShown } from './page-shown';
import { readResults } from './progress';

let desk: ImportDesk;
let viewer: Viewer;
beforeAll(async () => {
  desk = await openImportDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  viewer = await desk.addHomeViewer();
});

const { store, upload, choose, save, keyOf, interpretationNow, start, work, formOf, run, rowsIn, mine } =
  importSteps(() => ({ ...desk, viewer }));

describe('an uploaded file', () => {
  it('is stored row by row, with its columns guessed', async () => {
    const id = await upload([HEAD, ...rowsOf(3)]);
    const rows = await rowsIn(id);
    expect(rows.map(({ state }) => state)).toEqual(['heading', 'new', 'new', 'new']);
    const stored = await findImport(desk.db, viewer, id);
    if (!stored) throw new Error('no import');
    const columns = await readColumns(desk.db, viewer, { stored, form: await formOf() });
    expect(columns.map(({ fieldId }) => fieldId)).toEqual([
      ...['firstName', 'lastName', 'email', 'platform', 'value', 'companyName'],
    ]);
  });

  it('leaves nothing behind if it turns out to be unreadable', async () => {
    await expect(upload([HEAD, ...rowsOf(600), `"open,${'x'.repeat(300_000)}`])).rejects.toMatchObject({
      fault: 'quotes',
    });
    expect(await listImports(desk.db, viewer)).toEqual([]);
    expect(await desk.db.$count(imports, eq(imports.personId, viewer.personId))).toBe(0);
  });

  it('has the rows that a workbook shows, and counts the others', async () => {
    const shown = ['Last name', 'Berg'].map((name, row) => rowXml(row + 1, [name]));
    const hidden = rowXml(3, ['Silva']).replace('<row', '<row hidden="1"');
    const id = await store(await readTable(workbook({ rows: [...shown, hidden].join('') })));
    expect((await rowsIn(id)).map(({ cells }) => cells)).toEqual([['Last name'], ['Berg']]);
    const stored = await findImport(desk.db, viewer, id);
    expect(stored && countHidden(stored)).toBe(1);
    // Only the headings are left of a filter that nothing passes.
    const filtered = await readTable(workbook({ rows: `${shown[0]}${hidden}` }));
    await expect(store(filtered)).rejects.toMatchObject({ fault: 'all-hidden' });
  });

  it('belongs to who uploaded it', async () => {
    const id = await upload([HEAD, ...rowsOf(1)]);
    const colleague = await addViewer(desk.db, viewer.membership);
    const manager = await addViewer(desk.db, { ...viewer.membership, role: 'manager' });
    for (const other of [colleague, manager]) {
      expect(await findImport(desk.db, other, id)).toBeUndefined();
      expect(await listImports(desk.db, other)).toEqual([]);
      expect(await deleteImport(desk.db, other, id)).toBe(false);
      expect(await start(id, other)).toEqual({ kind: 'gone' });
    }
    const moved = { ...viewer, membership: { ...viewer.membership, organizationId: 'another' } };
    expect(await findImport(desk.db, moved, id)).toBeUndefined();
  });
});

describe('the check', () => {
  it('finds what the form would refuse, and rows that are known or repeated', async () => {
    const [first = '', second = ''] = rowsOf(2);
    const id = await upload([HEAD, first, second.replace('Web store', 'Shop'), first, second]);
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({
      all: 4,
      wrong: 1,
      // The repeated one is not sent.
      ready: 2,
      'duplicate-rows': 1,
    });
    const form = await formOf();
    const stored = await findImport(desk.db, viewer, id);
    const interpretation = {
      columns: stored?.columns ?? [],
      fileFormat: { decimal: '.', dates: 'mdy' },
      locale: 'en',
    } as const;
    const task = {
      importId: id,
      page: 1,
      total: 1,
      form,
      interpretation: { ...interpretation, timeZone: 'UTC' },
    };
    const wrong = await listRows(desk.db, { ...task, view: 'wrong' });
    expect(wrong.rows).toMatchObject([
      { line: 3, wrong: [{ field: { id: 'platform' }, shown: 'Shop', inFile: 'Shop', same: 1 }] },
    ]);
    const all = (await listRows(desk.db, { ...task, view: 'all' })).rows;
    expect(
      all.map(({ line }) => line),
      'what has to be corrected comes first',
    ).toEqual([3, 2, 4, 5]);
    const understood = new Map(all[1]?.others.map(({ id, values }) => [id, values.join()]));
    expect(Object.fromEntries(understood), 'each value as it will be sent').toEqual({
      email: expect.stringContaining('@firm-'),
      platform: 'Web store',
      value: '1250.5',
    });
  });

  it('sends one of several identical rows, also if an earlier one is about the same person', async () => {
    const [first = '', second = ''] = rowsOf(2);
    const email = first.split(',')[2] ?? '';
    const sameMail = second.replace(/[^,]+@[^,]+/, email);
    const id = await upload([HEAD, first, sameMail, sameMail]);
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({ ready: 2, 'duplicate-rows': 2 });
    await save(id, { rows: '1,2,3', 'send.1': 'yes', 'send.3': 'yes' });
    expect(await countRows(desk.db, id)).toMatchObject({ 'left-out': 1, ready: 2 });
    await start(id);
    await work(id);
    expect(await mine()).toHaveLength(2);
  });

  it('flags a lead that was submitted before', async () => {
    const [row = ''] = rowsOf(1);
    const email = row.split(',')[2] ?? '';
    await submit({ firstName: 'Nils', lastName: 'Berg', email });
    const id = await upload([HEAD, row]);
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({ known: 1, ready: 1 });
    await run(id, { command: 'leave-all-out', view: 'known' });
    expect(await countRows(desk.db, id)).toMatchObject({ known: 0, 'left-out': 1, ready: 0 });
  });

  it('takes a correction for all rows with the same in the file, unless a row has one of its own', async () => {
    const says = ['Shop', 'Shop', 'Market', 'Shop', ''];
    const id = await upload([HEAD, ...rowsOf(5).map((row, n) => row.replace('Web store', says[n] ?? ''))]);
    await choose(id);
    const key = await keyOf('platform');
    const typed = { [`fix.1.${key}`]: 'web-store', [`all.1.${key}`]: 'yes', [`fix.4.${key}`]: 'marketplace' };
    const untouched = { [`fix.3.${key}`]: '', [`fix.5.${key}`]: '' };
    expect(await save(id, { ...typed, ...untouched })).toEqual({ kind: 'still-wrong', count: 2 });
    expect((await rowsIn(id)).map(({ fixes }) => fixes.platform)).toEqual([
      undefined,
      ...['web-store', 'web-store', undefined, 'marketplace', undefined],
    ]);
    expect(await save(id, { [`fix.3.${key}`]: 'web-store', [`fix.5.${key}`]: 'web-store' })).toEqual({
      kind: 'next',
      step: 'send',
    });
  });

  it('says of a wrong cell how many have the same in the file', async () => {
    const says = ['Shop', 'Shop', 'Market', '', ''];
    const id = await upload([HEAD, ...rowsOf(5).map((row, n) => row.replace('Web store', says[n] ?? ''))]);
    await choose(id);
    const [form, stored] = [await formOf(), await findImport(desk.db, viewer, id)];
    const interpretation = stored && interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns were chosen');
    const { rows } = await listRows(desk.db, {
      importId: id,
      form,
      interpretation,
      view: 'wrong',
      page: 9,
      total: 5,
    });
    expect(
      rows.map(({ wrong }) => wrong[0]?.same),
      'a page that is no longer there is the last one',
    ).toEqual([...[2, 2, 1, 2, 2]]);
  });

  it('keeps a correction that the form refuses in sight, and the others of the page', async () => {
    const rows = rowsOf(3).map((row) => row.replace('Web store', 'Shop').replace(/nils[^,]*/, 'no address'));
    const id = await upload([HEAD, ...rows]);
    await choose(id);
    const [platform, email] = [await keyOf('platform'), await keyOf('email')];
    const both = {
      [`fix.1.${platform}`]: 'web-store',
      [`fix.1.${email}`]: 'nobody',
      [`fix.2.${email}`]: 'no address',
    };
    expect(await save(id, both)).toMatchObject({ kind: 'wrong', control: `fix.1.${email}` });
    expect((await rowsIn(id)).map(({ fixes }) => fixes)).toEqual([
      {},
      { platform: 'web-store', email: 'nobody' },
      ...[{}, {}],
    ]);
    // Of a row that is left out at the same time nothing has to be right.
    const rest = { rows: '1,2,3', [`fix.1.${email}`]: 'somebody' };
    expect(await save(id, rest)).toEqual({ kind: 'nothing-to-send' });
    expect(await countRows(desk.db, id)).toMatchObject({ 'left-out': 3, wrong: 0 });
  });

  it('takes two numbers in one cell for no correction if nobody touched them', async () => {
    const [row = ''] = rowsOf(1);
    const id = await upload([HEAD, row.replace('1,250.50', '1200\n1500')]);
    await choose(id);
    const [form, stored] = [await formOf(), await findImport(desk.db, viewer, id)];
    const interpretation = stored && interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns were chosen');
    const task = { importId: id, form, interpretation, view: 'wrong', page: 1, total: 1 } as const;
    const [wrong] = (await listRows(desk.db, task)).rows[0]?.wrong ?? [];
    expect(wrong?.shown, 'a text field drops line breaks').toBe('1200 1500');
    expect(await save(id, { [`fix.1.${await keyOf('value')}`]: '1200 1500' })).toMatchObject({
      kind: 'still-wrong',
    });
    expect((await rowsIn(id)).map(({ fixes }) => fixes)).toEqual([{}, {}]);
  });

  it('counts a line break of a correction once, as the page does', () => {
    const post = (text: string) =>
      importCommand.safeParse({ import: newId('import'), command: 'save', version: '', rows: '', fix: text });
    expect(post('a\r\n'.repeat(1_000)).data).toMatchObject({ fix: 'a\n'.repeat(1_000) });
    expect(post('a\r\n'.repeat(1_001)).success).toBe(false);
  });

  it('lets a page that is out of date overwrite nothing, and take nothing in again', async () => {
    const id = await upload([HEAD, ...rowsOf(3).map((row) => row.replace(/nils[^,]*/, 'no address'))]);
    await choose(id);
    const email = await keyOf('email');
    const [form, stored] = [await formOf(), await findImport(desk.db, viewer, id)];
    const interpretation = stored && interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns were chosen');
    const task = { importId: id, form, interpretation, view: 'wrong', page: 1, total: 3 } as const;
    const { rows } = await listRows(desk.db, task);
    const cells = rows.map(({ position }) => ({ position, key: email, shown: 'no address' }));
    const page = {
      ...nameShown(rows, cells),
      ...Object.fromEntries(
        rows.flatMap(({ position }) => [
          [`send.${position}`, 'yes'],
          [`fix.${position}.${email}`, 'no address'],
        ]),
      ),
    };
    const without = Object.fromEntries(Object.entries(page).filter(([name]) => name !== 'send.3'));
    await save(id, Object.assign(without, { [`fix.1.${email}`]: 'still none', [`fix.2.${email}`]: 'none' }));
    // Nothing was touched in the other window: what was saved since stays.
    await save(id, page);
    const now = async () =>
      (await rowsIn(id)).slice(1).map(({ fixes, isLeftOut }) => [fixes.email, isLeftOut]);
    const saved = [
      ['still none', false],
      ['none', false],
      [undefined, true],
    ];
    expect(await now()).toEqual(saved);
    const late = { [`fix.1.${email}`]: 'late@firm.example', [`fix.3.${email}`]: 'later@firm.example' };
    expect(await save(id, Object.assign({}, page, late))).toEqual({
      kind: 'outdated',
      cells: [
        { line: 2, label: 'Email', text: 'late@firm.example' },
        { line: 4, label: 'Email', text: 'later@firm.example' },
      ],
    });
    expect(await now()).toEqual(saved);
  });

  it('takes the rest of a name as it is shown once one part is corrected', async () => {
    const id = await upload(['Full name,Email', 'Karl Alder FRCS,karl@alder.example']);
    await choose(id);
    const [first, last] = [await keyOf('firstName'), await keyOf('lastName')];
    const form = await formOf();
    const stored = await findImport(desk.db, viewer, id);
    const interpretation = stored && interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns were chosen');
    const task = { importId: id, form, interpretation, view: 'wrong', page: 1, total: 1 } as const;
    const wrong = (await listRows(desk.db, task)).rows[0]?.wrong ?? [];
    const shown = new Map(wrong.map((cell) => [cell.field.id, cell.shown]));
    const firstShown = shown.get('firstName') ?? expect.fail('the first name is not asked about');
    await save(id, { [`fix.1.${first}`]: firstShown, [`fix.1.${last}`]: 'Alder' });
    expect((await rowsIn(id))[1]?.fixes).toEqual({ firstName: firstShown, lastName: 'Alder' });
  });

  it('asks how numbers are written if the file does not show it, and sends nothing that has two interpretations', async () => {
    const rows = rowsOf(3).map((row, n) => row.replace('"1,250.50"', ['12.500', '500', '1.234'][n] ?? ''));
    const id = await upload([HEAD, ...rows]);
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 2, ready: 1 });
    const { version } = (await formOf()).whole;
    await run(id, { command: 'fileFormat', version, decimal: ',', dates: 'dmy' });
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 0, ready: 3 });
  });

  it('learns how numbers are written from a column that is chosen later', async () => {
    const rows = rowsOf(2).map((row, n) => row.replace('"1,250.50"', ['12.500', '"12,50"'][n] ?? ''));
    const id = await upload([HEAD, ...rows]);
    await choose(id, { without: 'value' });
    await choose(id, { with: ['value', 4] });
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 0, ready: 2 });
    await start(id);
    await work(id);
    expect((await mine()).map(({ answers }) => answers.value).sort()).toEqual([12.5, 12_500]);
  });

  it('forgets what was entered in place of a cell once its field has another column', async () => {
    const [row = ''] = rowsOf(1);
    const id = await upload([
      `${HEAD},Other mail`,
      `${row.replace(/[^,]+@[^,]+/, 'no address')},right@firm.example`,
    ]);
    await choose(id, { without: 'email', with: ['email', 2] });
    await save(id, { [`fix.1.${await keyOf('email')}`]: 'typed@firm.example' });
    await choose(id, { without: 'email', with: ['email', 6] });
    await start(id);
    await work(id);
    expect(await mine()).toMatchObject([{ answers: { email: 'right@firm.example' } }]);
  });

  it('leads nobody to a lead that was transferred to a colleague since', async () => {
    const id = await upload([HEAD, ...rowsOf(2)]);
    await choose(id);
    await start(id);
    await work(id);
    const [first] = await mine();
    const colleague = await addViewer(desk.db, { organizationId: HOME.organizationId });
    const { agentId } = colleague.membership;
    await desk.db
      .update(submissions)
      .set({ agentId })
      .where(eq(submissions.id, first?.id ?? ''));
    const form = await formOf();
    const stored = await findImport(desk.db, viewer, id);
    const interpretation = stored && interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns were chosen');
    const page = { form, interpretation, importId: id, limit: 10, offset: 0 };
    const results = await readResults(desk.db, { ...page, viewer });
    expect(results.map((row) => [row.submissionId === first?.id, row.isTransferred])).toContainEqual([
      true,
      true,
    ]);
    expect(results.filter((row) => row.isTransferred)).toHaveLength(1);
  });

  it('takes no error of a spreadsheet for an answer', async () => {
    const rows = rowsOf(2).map((row, n) => (n === 0 ? row.replace(/Firm[^,]*$/, '#N/A') : row));
    expect(rows[0]).toContain('#N/A');
    const id = await upload([HEAD, ...rows]);
    await choose(id);
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 1, ready: 1 });
  });

  it('says of which row another one is a repetition, and why a row was not sent', async () => {
    const [row = '', other = ''] = rowsOf(2);
    const id = await upload([HEAD, row, row, other.replace('Web store', 'Shop')]);
    await choose(id);
    const form = await formOf();
    const stored = await findImport(desk.db, viewer, id);
    const interpretation = stored && interpretationOf(stored, form.model);
    if (!interpretation) throw new Error('no columns were chosen');
    const about = { importId: id, form, interpretation };
    const { rows } = await listRows(desk.db, { ...about, view: 'duplicate-rows', page: 1, total: 1 });
    expect(rows).toMatchObject([{ line: 3, duplicateOfLine: 2 }]);
    await start(id);
    await work(id);
    const results = await readResults(desk.db, { ...about, viewer, limit: 10, offset: 0 });
    expect(results).toMatchObject([
      { line: 2, outcome: 'under-way' },
      { line: 3, outcome: 'not-sent', sameAsLine: 2 },
      { line: 4, outcome: 'not-sent', reason: expect.stringContaining('Platform') },
    ]);
  });

  it('sends nothing from a page that showed other columns', async () => {
    const id = await upload([HEAD, ...rowsOf(1)]);
    await choose(id);
    const shown = { version: (await formOf()).whole.version, interpretation: await interpretationNow(id) };
    await choose(id, { without: 'value' });
    expect(await run(id, { command: 'start', ...shown })).toEqual({ kind: 'form-changed' });
    expect(await mine()).toEqual([]);
  });

  it('reads numbers as the person says', async () => {
    const [row = ''] = rowsOf(1);
    const id = await upload([HEAD, row.replace('"1,250.50"', '12.500')]);
    await choose(id);
    const { version } = (await formOf()).whole;
    await run(id, { command: 'fileFormat', version, decimal: ',', dates: 'dmy' });
    expect(await start(id)).toEqual({ kind: 'next', step: 'send' });
    await work(id);
    expect(await mine()).toMatchObject([{ answers: { value: 12_500 } }]);
  });

  it('saves a row as a draft in place of sending it', async () => {
    const [row = ''] = rowsOf(1);
    const id = await upload([HEAD, row.replace('Web store', 'Shop')]);
    await choose(id);
    const email = await keyOf('email');
    const saved = await save(id, { draft: '1', [`fix.1.${email}`]: 'typed@firm.example' });
    expect(saved).toMatchObject({ kind: 'draft' });
    const [draft] = await desk.db.select().from(drafts).where(eq(drafts.personId, viewer.personId));
    expect(draft?.fields, 'with what was entered on the page').toContainEqual([
      'email',
      'email',
      'typed@firm.example',
    ]);
    expect(await countRows(desk.db, id)).toMatchObject({ wrong: 0, 'left-out': 1 });
    // From a page that was loaded before: there is one draft of one row.
    expect(await save(id, { draft: '1' })).toEqual(saved);
  });
});

async function submit(answers: Record<string, string>): Promise<void> {
  const submissionId = newId('submission');
  const { version: schemaVersion } = (await formOf()).whole;
  await storeSubmission(desk.db, viewer, {
    submissionId,
    formId: submissionId,
    schemaVersion,
    answers,
    now: new Date(),
  });
}
