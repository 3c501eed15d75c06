import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows } from '@/lib/db/schema/imports';
import { knownCompanies } from '@/lib/db/schema/known';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { type ErasureDesk, now, openErasureDesk } from '@/tests/support/erasing';
import { addViewer, applyLeadOf } from '@/tests/support/rows';

/** Whose a draft or a row of an import is, by the fields that they are in. */

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

const OFFICE = '+49 30 44455566';
const COLUMNS = ['firstName', 'lastName', 'email', 'phone', 'companyName', null];
const cellsOf = async (importId: string) =>
  (await desk.db.select().from(importRows).where(eq(importRows.importId, importId))).map(
    ({ cells }) => cells,
  );

describe('a row of an import', () => {
  it('of a colleague is no row of the person whose first name stands in another column', async () => {
    const custom = { companyName: 'Schmidt Bau', phone: OFFICE };
    await desk.addLead({ email: 'karl@familie.example', firstName: 'Karl', lastName: 'Schmidt', custom });
    const rows = [
      ['Anna', 'Schmidt', 'anna@familie.example', OFFICE, 'Schmidt Bau', 'Karl'],
      ['Berta', 'Schmidt', '', '+49 170 9990001', 'Schmidt Bau', 'Karl'],
      ['Dr. Karl', 'Schmidt', '', OFFICE, '', ''],
    ];
    await desk.addImport({ fileName: 'family.csv', rows, columns: COLUMNS });
    expect((await desk.look('karl@familie.example')).rows.map(({ cells }) => cells[0])).toEqual(['Dr. Karl']);
  });

  it('about somebody else stays when the address stands in another column, and the address goes', async () => {
    const row = ['Cal', 'Bosswright', 'cal@corp.example', '', '', 'ann@corp.example'];
    const importId = await desk.addImport({ fileName: 'staff.csv', rows: [row], columns: COLUMNS });
    expect(await desk.run('ann@corp.example')).toMatchObject({ kind: 'erased' });
    expect(await cellsOf(importId)).toEqual([['Cal', 'Bosswright', 'cal@corp.example', '', '', '•••']]);
  });

  it('without an address of its own is about whom it names, wherever the address stands', async () => {
    const rows = [
      ['Dan', 'Sideways', '', '+49 170 5556667', 'Side Ltd', 'ann@side.example'],
      ['Eve', 'Sideways', 'n/a', '', 'Side Ltd', 'Ann Assistwell <ann@side.example>'],
      ['', '', '', '', 'Side Ltd', 'ann@side.example'],
    ];
    const importId = await desk.addImport({ fileName: 'side.csv', rows, columns: COLUMNS });
    await desk.addLead({ email: 'ann@side.example', firstName: 'Ann', lastName: 'Assistwell' });
    expect(await desk.run('ann@side.example')).toMatchObject({ kind: 'erased' });
    expect((await cellsOf(importId)).map(([first, , , , , other]) => [first, other])).toEqual([
      ['Dan', '•••'],
      ['Eve', 'Ann Assistwell <•••>'],
    ]);
  });

  it('with a remark beside the address in its email field is deleted', async () => {
    const emails = ['ann@remark.example – please call', 'E-Mail: ann@remark.example'];
    const rows = emails.map((email) => ['Ann', 'Remarkable', email, '', '', '']);
    const importId = await desk.addImport({ fileName: 'remarks.csv', rows, columns: COLUMNS });
    const unread = await desk.addImport({
      ...{ fileName: 'one cell.csv', columns: null, rows: [['Ann Remarkable ann@remark.example']] },
    });
    expect(await desk.run('ann@remark.example')).toMatchObject({ kind: 'erased' });
    expect([await cellsOf(importId), await cellsOf(unread)]).toEqual([[], []]);
  });

  it('about somebody else keeps the address of a user or agent', async () => {
    const of = await addViewer(desk.db);
    const row = ['Cal', 'Keepwright', 'cal@keep.example', '', '', of.email];
    const importId = await desk.addImport({ fileName: 'kept.csv', rows: [row], columns: COLUMNS });
    await desk.addLead({ email: of.email, firstName: 'Some', lastName: 'One' });
    expect(await desk.run(of.email)).toMatchObject({ kind: 'erased' });
    expect(await cellsOf(importId)).toEqual([row]);
  });

  it.each([
    [
      'a column of full names',
      ['~full-name', 'email'],
      ['Name', 'Email'],
      ['Zora Allnamed', 'a@full.example'],
    ],
    [
      'columns that nobody assigned yet',
      null,
      ['Vorname', 'Nachname', 'E-Mail'],
      ['Zora', 'Allnamed', 'b@full.example'],
    ],
    [
      'an unassigned column of full names',
      null,
      ['Full name', 'Email'],
      ['Allnamed, Zora', 'c@full.example'],
    ],
  ])('in %s says who the file is called after', async (_, columns, headings, row) => {
    await desk.addImport({ fileName: 'Zora Allnamed 2026.csv', rows: [row], columns, headings });
    expect(await desk.run(row.at(-1) ?? '')).toMatchObject({ kind: 'erased' });
    expect(await desk.fileNames()).not.toContain('Zora Allnamed 2026.csv');
  });
});

describe('an unsent row without the address', () => {
  const OWN = ['', '+49 30 55566677', 'Muskat Werke', ''];

  it.each([
    ['Juergen', 'Muellerski'],
    ['Jürgen', 'Müllerski'],
    ['Jürgen P.', 'Müllerski'],
    ['', 'Müllerski, Jürgen'],
    ['Dr. Jürgen Peter', 'Müllerski'],
  ])('is the person’s as texts have the name: “%s” and “%s”', async (first, last) => {
    const email = `${first}${last}@spelled.example`.toLowerCase().replace(/[^a-z@.]/g, '');
    const custom = { companyName: 'Muskat Werke', phone: '+49 30 55566677' };
    await desk.addLead({ email, firstName: 'Jürgen Peter', lastName: 'Müllerski', custom });
    await desk.addImport({ fileName: 'spelled.csv', rows: [[first, last, ...OWN]], columns: COLUMNS });
    expect((await desk.look(email)).rows.map(({ cells }) => cells.slice(0, 2))).toContainEqual([first, last]);
  });

  it('is the person’s where the headings say no more than a part of the name', async () => {
    const custom = { companyName: 'Kasten Bau', phone: '+49 30 77788899' };
    await desk.addLead({ email: 'ina@kasten.example', firstName: 'Ina', lastName: 'Kastenmann', custom });
    const [headings, row] = [
      ['Name', 'Vorname', 'Firma'],
      ['Kastenmann', 'Ina', 'Kasten Bau'],
    ];
    await desk.addImport({ fileName: 'headed.csv', rows: [row], columns: null, headings });
    expect((await desk.look('ina@kasten.example')).rows.map(({ cells }) => cells)).toEqual([row]);
  });

  it('of a longer name is somebody else’s', async () => {
    const custom = { companyName: 'Lang Werke', phone: '+49 30 11100011' };
    await desk.addLead({ email: 'karl@lang.example', firstName: 'Karl', lastName: 'Langmann', custom });
    const rows = [['Anna Karl', 'Langmann', '', '+49 30 11100011', 'Lang Werke', '']];
    await desk.addImport({ fileName: 'longer.csv', rows, columns: COLUMNS });
    expect((await desk.look('karl@lang.example')).rows).toEqual([]);
  });

  it('about somebody else that waits to be sent is not changed: the erasure is refused', async () => {
    await desk.addLead({ email: 'wanda@wait.example', firstName: 'Wanda', lastName: 'Waiting' });
    const row = ['Otto', 'Berg', 'otto@wait.example', '', '', 'wanda@wait.example'];
    const importId = await desk.addImport({ fileName: 'waiting.csv', rows: [row], columns: COLUMNS });
    await desk.db.update(importRows).set({ state: 'waiting' }).where(eq(importRows.importId, importId));
    expect(await desk.run('wanda@wait.example')).toEqual({ kind: 'under-way', count: 1 });
    expect(await cellsOf(importId)).toEqual([row]);
  });
});

describe('a draft', () => {
  it('of another company with the same phone stays', async () => {
    const other = await addViewer(desk.db);
    const custom = { companyName: 'First Floor', phone: '+49 40 9998887' };
    await desk.addLead({ email: 'ella@first.example', firstName: 'Ella', lastName: 'Firstfloor', custom });
    await desk.addDraft(
      [
        ['phone', 'phone', '040 9998887'],
        ['companyName', 'text', 'Second Floor'],
      ],
      other,
    );
    const theirs = await desk.addDraft([['phone', 'phone', '040 9998887']], other);
    expect((await desk.look('ella@first.example')).drafts).toEqual([theirs]);
  });

  it('about somebody else stays when a note is the address, and the address goes', async () => {
    const id = await desk.addDraft([
      ['lastName', 'text', 'Somebody'],
      ['email', 'email', 'somebody@else.example'],
      ['notes', 'text', 'Referred by fay@mention.example'],
    ]);
    await desk.addLead({ email: 'fay@mention.example', firstName: 'Fay', lastName: 'Mentioned' });
    expect(await desk.run('fay@mention.example')).toMatchObject({ kind: 'erased' });
    const [draft] = await desk.db.select().from(drafts).where(eq(drafts.id, id));
    expect(draft?.fields).toContainEqual(['notes', 'text', 'Referred by •••']);
    expect(draft?.fields).toContainEqual(['email', 'email', 'somebody@else.example']);
  });
});

describe('names of a lead', () => {
  it.each([
    ['Dr. Eva', 'Rothbart', 'Eva Rothbart', 'Rothbart, Eva'],
    ['Prof. Ivo', 'Kantzau', 'Ivo Kantzau', 'Kantzau, Prof. Ivo'],
    ['Martin', 'Kingsley Jr.', 'Martin Kingsley'],
    ['Lotte', 'Roth, MBA', 'Lotte Roth'],
    ['Robert "Bob"', 'Tenner', 'Bob Tenner', 'Robert Tenner'],
    ['', 'Lena Quast (Einkauf)', 'Lena Quast'],
    ['Lena', 'Lena Quastel', 'Lena Quastel'],
    ['Jan', 'van den Berg', 'Berg, Jan van den', 'Jan van den Berg'],
    ['Ole & Pia', 'Sandvik', 'Ole & Pia Sandvik', 'Pia Sandvik', 'Ole Sandvik'],
    ['Phil', 'Kollinger', 'Phil Kollinger', 'Kollinger, Phil'],
    ['Don', 'Draperwitz', 'Don Draperwitz'],
    ['Herr Jan und Frau Ida', 'Paarmann', 'Jan Paarmann', 'Ida Paarmann'],
  ])('“%s” and “%s” are found as people write them', async (firstName, lastName, ...texts) => {
    const email = `${lastName.replace(/\W+/g, '').toLowerCase()}@names.example`;
    await desk.addLead({ email, firstName, lastName });
    for (const text of texts) await desk.addImport({ fileName: `${text}.csv` });
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    const left = await desk.fileNames();
    expect(texts.filter((text) => left.includes(`${text}.csv`))).toEqual([]);
  });

  it.each([
    ['Herr', 'Schmitzler', 'Herr Schmitzler'],
    ['Hr.', 'Kowalkes', 'Hr. Kowalkes'],
    ['Herr und Frau', 'Schmidtke', 'Müller und Schmidtke'],
    ['Mr & Mrs', 'Smithson', 'Mrs. Smithson'],
    ['Prof. Ivo', 'Kantzler', 'Prof. Kantzler'],
    ['Karl', 'Bergmann', 'Karl / Bergmann'],
  ])('“%s” and “%s” leave “%s” to others', async (firstName, lastName, text) => {
    const email = `${lastName.toLowerCase()}@left.example`;
    await desk.addLead({ email, firstName, lastName });
    await desk.addImport({ fileName: `${text}.csv` });
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    expect(await desk.fileNames()).toContain(`${text}.csv`);
  });

  it('leave a heading that reads the same in another organization', async () => {
    const of = await addViewer(desk.db);
    await desk.addLead({ email: 'am@heading.example', firstName: 'Account', lastName: 'Manager' });
    await desk.addImport({ fileName: 'headed.csv', headings: ['Account manager'], of });
    expect((await desk.look('am@heading.example')).imports).toEqual([]);
  });

  it('go with a company of an organization that the lead has left', async () => {
    const person = { email: 'moritz@umzug.example', firstName: 'Dr. Moritz', lastName: 'Umzug' };
    const custom = { companyName: 'Moritz Umzug Coaching' };
    const id = await desk.addLead({ ...person, custom });
    const updatedAt = new Date(now.getTime() + 1_000);
    const lead = { id, ...person, standard: person, custom, createdAt: now, updatedAt };
    await applyLeadOf(desk.db, await addViewer(desk.db), { lead, now: updatedAt });
    const noted = () => desk.db.$count(knownCompanies, eq(knownCompanies.company, 'moritzumzugcoaching'));
    expect(await noted()).toBeGreaterThan(0);
    expect(await desk.run(person.email)).toMatchObject({ kind: 'erased' });
    expect(await noted()).toBe(0);
  });
});

describe('a delivery that nobody could read', () => {
  it('goes if it names the person, and stays if it names others', async () => {
    const leadId = await desk.addLead({
      email: 'greta@del.example',
      firstName: 'Greta',
      lastName: 'Deliver',
    });
    const theirs = [
      '{"fields":[{"id":"firstName","value":"Greta"},{"id":"lastName","value":"Deliver"}',
      'firstName=Greta&lastName=Deliver',
      `{"id":"${leadId.toUpperCase()}"}`,
    ];
    const others = ['{"firstName":"Karla","lastName":"Delivers","referrer":"Greta"}', `{"id":"x${leadId}0"}`];
    for (const text of [...theirs, ...others])
      await desk.db
        .insert(webhookQuarantine)
        .values({ receiverId: 'r', firstAt: now, digest: text, body: new TextEncoder().encode(text) });
    expect(await desk.run('greta@del.example')).toMatchObject({ kind: 'erased' });
    const left = (await desk.db.select().from(webhookQuarantine)).map(({ body }) =>
      new TextDecoder().decode(body),
    );
    expect(left.toSorted()).toEqual(others.toSorted());
  });
});
