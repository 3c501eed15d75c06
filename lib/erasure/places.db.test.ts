import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLACE_KINDS, placeKey } from '@/lib/core/erasure';
import { newId } from '@/lib/core/ids';
import { drafts } from '@/lib/db/schema/drafts';
import { importRows, imports } from '@/lib/db/schema/imports';
import { leads } from '@/lib/db/schema/leads';
import { receipts } from '@/lib/db/schema/receipts';
import { submissions } from '@/lib/db/schema/submissions';
import { timeline } from '@/lib/db/schema/timeline';
import { viewAs } from '@/lib/db/schema/view-as';
import { savedViews } from '@/lib/db/schema/views';
import { dumpOf, type ErasureDesk, now, openErasureDesk, ownerOf } from '@/tests/support/erasing';
import { addViewer } from '@/tests/support/rows';
import { findCertificate } from './certificate';

/** Where a text stands that may be about the person, or about somebody else: an admin decides. */

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  const { db } = desk;
  for (const table of [drafts, imports, savedViews, viewAs, timeline]) await db.delete(table);
  for (const table of [receipts, submissions, leads]) await db.delete(table);
});

const NAME = 'Petra Platzhalter';
const OTHER = { email: 'otto@other.example', firstName: 'Otto', lastName: 'Other' };

async function addReturned(
  answers: Record<string, string>,
  to: Partial<typeof submissions.$inferInsert> = {},
): Promise<string> {
  const id = newId('submission');
  const { personId } = desk.viewer;
  await desk.db.insert(submissions).values({
    id,
    personId,
    ...ownerOf(desk.viewer),
    schemaVersion: '',
    state: 'refused',
    answers,
    createdAt: now,
    completedAt: now,
    ...to,
  });
  return id;
}

async function addHistory(of: { leadId?: string; submissionId?: string }, text: string): Promise<void> {
  const fields = [{ id: 'notes', label: 'Notes', from: '', to: text }];
  await desk.db
    .insert(timeline)
    .values({ ...of, ...ownerOf(desk.viewer), at: now, kind: 'fields-changed', detail: { fields } });
}

/** One of each kind, of somebody else as far as anybody can tell. */
async function addPlaces(text: string): Promise<{ leadId: string }> {
  const { db, viewer } = desk;
  const leadId = await desk.addLead({ ...OTHER, custom: { notes: `Ask ${text}` } });
  await addHistory(
    { leadId: await desk.addLead({ ...OTHER, lastName: 'Third' }) },
    `ask ${text.toUpperCase()}`,
  );
  await addReturned({ ...OTHER, notes: text });
  await desk.addDraft([
    ['email', 'email', OTHER.email],
    ['notes', 'text', `Ask ${text}!`],
  ]);
  const rows = [['Otto', 'Other', OTHER.email, text]];
  await desk.addImport({ fileName: 'list.csv', rows });
  await desk.addImport({ fileName: `${text}.csv`, headings: ['Email', text] });
  const { personId } = viewer;
  const view = { id: newId('view'), personId, organizationId: 'o', name: 'One', isShared: true };
  await db.insert(savedViews).values({ ...view, params: { q: text.toLowerCase() }, createdAt: now });
  const seen = await addViewer(db);
  await db.insert(viewAs).values({
    id: newId('viewAs'),
    adminId: personId,
    personId: seen.personId,
    reason: `Misses ${text}`,
    startedAt: now,
    expiresAt: now,
    endedAt: now,
    ended: 'stopped',
  });
  return { leadId };
}

const remains = async (text: string) =>
  (await dumpOf(desk.db)).split('\n').filter((line) => line.toLowerCase().includes(text.toLowerCase()));

describe('other places with the text', () => {
  it('are listed by kind, and stay unless they are ticked', async () => {
    await addPlaces(NAME);
    const before = await remains(NAME);
    const found = await desk.look(NAME.toLowerCase());
    expect(found.places.map(({ kind }) => kind)).toEqual([...PLACE_KINDS]);
    expect(found).toMatchObject({ leads: [], drafts: [], hasMorePlaces: false });
    expect(await desk.run(NAME)).toEqual({ kind: 'nothing' });
    expect(await remains(NAME)).toEqual(before);
  });

  it('go as a whole once they are ticked, a lead with all that belongs to it', async () => {
    const { leadId } = await addPlaces(NAME);
    await addHistory({ leadId }, 'another note');
    const { places } = await desk.look(NAME);
    const done = await desk.run(NAME, places.map(placeKey));
    expect(await remains('Platzhalter')).toEqual([]);
    expect(await remains('another note')).toEqual([]);
    const certificate = await findCertificate(desk.db, done.kind === 'erased' ? done.id : '');
    expect(certificate).toMatchObject({
      leads: [{ id: leadId }],
      counts: { leads: 1, refused: 1, history: 2, drafts: 1, rows: 1, imports: 1, views: 1, reasons: 1 },
    });
    // What happened stays, as do the columns of the file.
    expect(await desk.db.$count(timeline)).toBeGreaterThan(1);
    expect((await desk.db.select().from(imports)).map(({ headings }) => headings)).toContainEqual(['', '']);
  });

  it('are submissions whose lead the portal calls otherwise by now: a ticked one goes with that lead', async () => {
    const leadId = await desk.addLead({
      email: 'petra@new.example',
      firstName: 'Petra',
      lastName: 'Neuname',
    });
    await addReturned({ firstName: 'Petra', lastName: 'Platzhalter' }, { state: 'accepted', leadId });
    const { places } = await desk.look(NAME);
    expect(places.map(({ kind }) => kind)).toEqual(['submission']);
    expect(await desk.run(NAME, places.map(placeKey))).toMatchObject({ kind: 'erased' });
    expect(await remains('Platzhalter')).toEqual([]);
    expect(await remains('Neuname')).toEqual([]);
  });

  it('are submissions that are being sent, which are erased only afterwards', async () => {
    await addReturned(
      { firstName: 'Petra', lastName: 'Platzhalter' },
      { state: 'confirming', completedAt: null },
    );
    const { places } = await desk.look(NAME);
    expect(await desk.run(NAME, places.map(placeKey))).toEqual({ kind: 'under-way', count: 1 });
  });

  it('are found by a name as pages show it, however the portal blanks it', async () => {
    await desk.addLead({ ...OTHER, firstName: 'Petra ', lastName: ' van  der\u00a0Platz' });
    expect((await desk.look('Petra van der Platz')).places).toHaveLength(1);
  });

  it('are found by what the person’s leads say: name, address and phone', async () => {
    const mine = { email: 'petra@platz.example', firstName: 'Petra', lastName: 'Platzhalter' };
    await desk.addLead({ ...mine, custom: { phone: '+49 30 7654321' } });
    for (const text of [NAME, mine.email, '+49 30 7654321'])
      await desk.addImport({ fileName: `${text}.csv` });
    const { places, texts } = await desk.look(mine.email);
    expect(texts).toEqual([mine.email, NAME, '+49 30 7654321']);
    expect(places.map(({ kind }) => kind)).toEqual(['import', 'import', 'import']);
  });

  it('are not erased if the search does not list them, whatever is posted', async () => {
    const id = await desk.addLead(OTHER);
    await desk.addLead({ email: 'petra@platz.example', firstName: 'Petra', lastName: 'Platzhalter' });
    const posted = [`lead:${id}`, 'history:x', 'row:imp:1', 'nonsense', ''];
    expect(await desk.run('petra@platz.example', posted)).toMatchObject({ kind: 'erased' });
    expect(await desk.db.select().from(leads).where(eq(leads.id, id))).toMatchObject([{ erasedAt: null }]);
  });

  it('are found with quotation marks and wildcards as they are', async () => {
    for (const [text, other] of [
      ['Ann "Pat" O\\Neil', 'Ann Pat ONeil'],
      ['100%_Petra', '100 of Petra'],
    ] as const) {
      await desk.addLead({ ...OTHER, custom: { notes: `Ask ${text}` } });
      await desk.addLead({ ...OTHER, custom: { notes: `Ask ${other}` } });
      expect((await desk.look(text)).places).toHaveLength(1);
    }
  });

  it.each(['jörg öztürk', 'JÖRG ÖZTÜRK', 'Jörg Öztürk'])('are found as %s in whatever case', async (text) => {
    for (const written of ['Jörg Öztürk', 'JÖRG ÖZTÜRK', 'jörg öztürk'])
      await desk.addImport({ fileName: `Ask ${written}.csv` });
    expect((await desk.look(text)).places).toHaveLength(3);
  });

  it('are a bounded list, and the page says if there are more', async () => {
    for (let one = 0; one < 21; one += 1) await desk.addImport({ fileName: `${NAME} ${one}.csv` });
    const { places, hasMorePlaces } = await desk.look(NAME);
    expect([places.length, hasMorePlaces]).toEqual([20, true]);
  });
});

describe('a person is found', () => {
  const mine = { email: 'petra@platz.example', firstName: 'Petra', lastName: 'Platzhalter' };

  it('by the ID of a lead, which is erased with all that belongs to it, other leads of the address by ticks', async () => {
    const id = await desk.addLead(mine);
    const other = await desk.addLead({ ...mine, firstName: 'Paul' });
    expect(await desk.look(id)).toMatchObject({ leads: [{ id }], places: [{ kind: 'lead', id: other }] });
    expect(await desk.run(id)).toMatchObject({ kind: 'erased' });
    expect(await desk.look(id)).toMatchObject({ leads: [], places: [] });
  });

  it.each(['+49 30 7654321', '0049 (0)30 765 43 21'])(
    'by the phone %s, which others may share',
    async (phone) => {
      const id = await desk.addLead({ ...mine, custom: { phone: '+49307654321' } });
      expect(await desk.look(phone)).toMatchObject({ leads: [], places: [{ kind: 'lead', id }] });
      expect(await desk.run(phone, [`lead:${id}`])).toMatchObject({ kind: 'erased' });
      expect(await remains('Platzhalter')).toEqual([]);
    },
  );

  it('in a draft or row by its own email field; where the address stands elsewhere, it is only listed', async () => {
    const theirs = await desk.addDraft([['email', 'email', ` ${mine.email.toUpperCase()} `]]);
    const other = await desk.addDraft([['notes', 'text', mine.email]]);
    const importId = await desk.addImport({
      fileName: 'list.csv',
      rows: [
        ['P', 'P', mine.email],
        ['Otto', 'Other', OTHER.email, '', mine.email],
      ],
    });
    await desk.db.update(importRows).set({ emailKey: mine.email }).where(eq(importRows.position, 0));
    expect(await desk.look(mine.email)).toMatchObject({
      drafts: [theirs],
      rows: [{ importId, position: 0 }],
      places: [
        { kind: 'draft', id: other },
        { kind: 'row', id: `${importId}:1`, line: 2 },
      ],
    });
    expect(await desk.run(mine.email)).toMatchObject({ kind: 'erased' });
    expect(await desk.db.$count(drafts)).toBe(1);
    expect(await desk.db.$count(importRows)).toBe(1);
  });
});
