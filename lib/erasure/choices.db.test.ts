import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { timeline } from '@/lib/db/schema/timeline';
import { dumpOf, type ErasureDesk, now, openErasureDesk, ownerOf } from '@/tests/support/erasing';
import { addViewer } from '@/tests/support/rows';
import { findCertificate } from './certificate';

/** What an admin decides about: leads that had the address before, and a phone that others have, too. */

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

async function addChange(leadId: string, fields: { id: string; from: string; to: string }[]): Promise<void> {
  const labelled = fields.map((field) => ({ ...field, label: field.id }));
  await desk.db.insert(timeline).values({
    leadId,
    ...ownerOf(desk.viewer),
    at: now,
    kind: 'fields-changed',
    detail: { fields: labelled },
  });
}

const remains = async (...words: string[]) =>
  (await dumpOf(desk.db))
    .split('\n')
    .filter((line) => words.some((word) => line.toLowerCase().includes(word)));

describe('a lead that had the address before', () => {
  let number = 0;
  async function addEarlier() {
    number += 1;
    const [name, old] = [`Vorherig${number}x`, `vorher${number}@early.example`];
    const email = `nachher${number}@late.example`;
    const custom = { phone: `+49 40 770011${10 + number}` };
    const id = await desk.addLead({ email, firstName: 'Mona', lastName: name, custom });
    await addChange(id, [
      { id: 'email', from: old.toUpperCase(), to: email },
      { id: 'notes', from: '', to: `was ${old} until May` },
    ]);
    await addChange(id, [{ id: 'notes', from: `was ${old} until May`, to: 'moved' }]);
    return { id, name, old, email, phone: custom.phone };
  }

  it('is offered, and stays unless it is chosen; its history and texts lose the address', async () => {
    const { id, old, name } = await addEarlier();
    await desk.addImport({ fileName: `Ask ${old} or Mona ${name}.csv` });
    const traces = await desk.look(old);
    expect(traces).toMatchObject({ leads: [], earlierLeads: [{ id }] });
    expect(await desk.run(old)).toMatchObject({ kind: 'erased' });
    expect(await remains(old)).toEqual([]);
    expect(await desk.fileNames()).toContain(`Ask ••• or Mona ${name}.csv`);
    expect(await desk.db.select().from(leads).where(eq(leads.id, id))).toMatchObject([
      { lastName: name, erasedAt: null },
    ]);
    expect(await desk.run(old)).toEqual({ kind: 'nothing' });
  });

  it('is erased with all that belongs to it if it is chosen', async () => {
    const { id, old, name, email, phone } = await addEarlier();
    await desk.addDraft([
      ['firstName', 'text', 'Mona'],
      ['lastName', 'text', name],
      ['phone', 'phone', phone],
    ]);
    await desk.addImport({ fileName: `Mona ${name}.csv` });
    const done = await desk.run(old, { leadIds: [id] });
    expect(done).toMatchObject({ kind: 'erased' });
    expect(await remains(old, email, name.toLowerCase(), phone.slice(-8).replaceAll(' ', ''))).toEqual([]);
    const certificate = await findCertificate(desk.db, done.kind === 'erased' ? done.id : '');
    expect(certificate).toMatchObject({ leads: [{ id }], counts: { leads: 1, drafts: 1, imports: 1 } });
  });

  it('is not erased if it never had the address, whatever is posted', async () => {
    const { old } = await addEarlier();
    const other = await desk.addLead({
      email: 'other@late.example',
      firstName: 'Otto',
      lastName: 'Andersen',
    });
    expect(await desk.run(old, { leadIds: [other, 'nonsense'] })).toMatchObject({ kind: 'erased' });
    expect(await desk.db.select().from(leads).where(eq(leads.id, other))).toMatchObject([{ erasedAt: null }]);
  });

  it('is not offered once it is erased, nor one whose address only resembles it', async () => {
    const { id, old } = await addEarlier();
    const other = await desk.addLead({ email: 'x@late.example', firstName: 'Ole', lastName: 'Lie' });
    await addChange(other, [{ id: 'email', from: `jo${old}`, to: 'x@late.example' }]);
    expect((await desk.look(old)).earlierLeads.map((lead) => lead.id)).toEqual([id]);
    await desk.run(old, { leadIds: [id] });
    expect((await desk.look(old)).earlierLeads).toEqual([]);
  });
});

describe('the phone in a draft or unsent row of somebody else', () => {
  const custom = { phone: '+49 30 66554433' };
  const COLUMNS = ['firstName', 'lastName', 'email', 'phone', 'notes'];
  let count = 0;
  async function addShared() {
    count += 1;
    await desk.db.delete(imports);
    await desk.db.delete(drafts);
    const email = `phone${count}@shared.example`;
    await desk.addLead({ email, firstName: 'Tessa', lastName: 'Telefon', custom });
    const other = await addViewer(desk.db);
    const rows = [
      [
        'Carl',
        'Kollege',
        'carl@shared.example',
        '030 66554433',
        'call 0049 (0)30 66554433, not 66554433 EUR',
      ],
      ['Dora', 'Zahl', 'dora@shared.example', 3066554433, '66554433'],
      ['Emil', 'Ohne', 'emil@shared.example', '030 1112223', 'none'],
    ];
    const importId = await desk.addImport({ fileName: 'shared.csv', rows, columns: COLUMNS, of: other });
    await desk.db.update(imports).set({ checkedBy: 'v1' }).where(eq(imports.id, importId));
    await desk.db
      .update(importRows)
      .set({ state: 'ready', digest: 'd', emailKey: 'carl@shared.example', phoneKey: '+493066554433' })
      .where(eq(importRows.importId, importId));
    const draftId = await desk.addDraft(
      [
        ['lastName', 'text', 'Kollege'],
        ['email', 'email', 'carl@shared.example'],
        ['phone', 'phone', '+49 30 66554433'],
        ['value', 'text', '1200'],
      ],
      other,
    );
    return { email, importId, draftId };
  }
  const rowsOf = (importId: string) =>
    desk.db.select().from(importRows).where(eq(importRows.importId, importId)).orderBy(importRows.position);

  it('is counted, and stays unless the admin chooses it: it may be a switchboard', async () => {
    const { email, importId, draftId } = await addShared();
    expect((await desk.look(email)).sharedPhone).toBe(3);
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    expect((await rowsOf(importId)).map(({ cells }) => cells[3])).toEqual([
      '030 66554433',
      3066554433,
      '030 1112223',
    ]);
    const [draft] = await desk.db.select().from(drafts).where(eq(drafts.id, draftId));
    expect(draft?.fields[2]).toEqual(['phone', 'phone', '+49 30 66554433']);
  });

  it('leaves a row to be corrected while its import is being sent, as it cannot be checked again then', async () => {
    const { email, importId } = await addShared();
    await desk.db.update(imports).set({ state: 'sending' }).where(eq(imports.id, importId));
    await desk.db.update(importRows).set({ state: 'wrong' }).where(eq(importRows.importId, importId));
    expect(await desk.run(email, { isPhoneOfOthers: true })).toMatchObject({ kind: 'erased' });
    const [row] = await rowsOf(importId);
    expect(row).toMatchObject({ state: 'wrong', digest: null, phoneKey: null });
    const [file] = await desk.db.select().from(imports).where(eq(imports.id, importId));
    expect(file?.checkedBy).toBe('v1');
  });

  it('goes with all keys made of it if it is chosen, and nothing else of them does', async () => {
    const { email, importId, draftId } = await addShared();
    const done = await desk.run(email, { isPhoneOfOthers: true });
    expect(done).toMatchObject({ kind: 'erased' });
    const rows = await rowsOf(importId);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Carl', 'Kollege', 'carl@shared.example', '', 'call •••, not ••• EUR'],
      ['Dora', 'Zahl', 'dora@shared.example', '', '66554433'],
      ['Emil', 'Ohne', 'emil@shared.example', '030 1112223', 'none'],
    ]);
    // They are checked again: an answer is missing.
    expect(rows.map(({ state, digest, phoneKey }) => [state, digest, phoneKey])).toEqual([
      ['new', null, null],
      ['new', null, null],
      ['ready', 'd', '+493066554433'],
    ]);
    const [file] = await desk.db.select().from(imports).where(eq(imports.id, importId));
    expect(file?.checkedBy).not.toBe('v1');
    const [draft] = await desk.db.select().from(drafts).where(eq(drafts.id, draftId));
    expect(draft?.fields).toEqual([
      ['lastName', 'text', 'Kollege'],
      ['email', 'email', 'carl@shared.example'],
      ['phone', 'phone', ''],
      ['value', 'text', '1200'],
    ]);
    const certificate = await findCertificate(desk.db, done.kind === 'erased' ? done.id : '');
    expect(certificate?.counts.others).toBe(3);
  });

  it('is no reason by itself to erase, and nothing is changed that waits to be sent', async () => {
    const { email, importId } = await addShared();
    await desk.db
      .update(importRows)
      .set({ state: 'waiting', sentKey: newId('submission') })
      .where(and(eq(importRows.importId, importId), eq(importRows.position, 0)));
    expect(await desk.run(email, { isPhoneOfOthers: true })).toMatchObject({ kind: 'under-way' });
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    expect((await rowsOf(importId))[0]?.cells[3]).toBe('030 66554433');
  });
});
