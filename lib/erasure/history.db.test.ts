import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leads } from '@/lib/db/schema/leads';
import { type TimelineDetail, timeline } from '@/lib/db/schema/timeline';
import { type ErasureDesk, now, openErasureDesk, ownerOf } from '@/tests/support/erasing';

/** What a lead's history says of how its person was reached before. */

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

async function addChange(leadId: string, changes: [id: string, from: string, to: string][]): Promise<number> {
  const fields = changes.map(([id, from, to]) => ({ id, label: id, from, to }));
  const [row] = await desk.db
    .insert(timeline)
    .values({ leadId, ...ownerOf(desk.viewer), at: now, kind: 'fields-changed', detail: { fields } })
    .returning({ id: timeline.id });
  return row?.id ?? 0;
}

async function detailOf(id: number): Promise<TimelineDetail | undefined> {
  const [row] = await desk.db.select().from(timeline).where(eq(timeline.id, id));
  return row?.detail;
}

describe('the history of a lead', () => {
  it('names the phones and addresses that its person had before', async () => {
    const email = 'zora.new@quell.example';
    const custom = { phone: '+49 30 7777003' };
    const id = await desk.addLead({ email, firstName: 'Zora', lastName: 'Quellmann', custom });
    await addChange(id, [['phone', '+49 30 7777001', '+49 30 7777002']]);
    await addChange(id, [['email', 'Zora.Old@quell.example', email]]);
    await addChange(id, [['phone', '+49 30 7777002', '+49 30 7777003']]);
    for (const name of ['Call 0307777001', 'Call 030 7777002 back', 'Ask zora.old@quell.example'])
      await desk.addImport({ fileName: `${name}.csv` });
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    expect(await desk.fileNames()).toEqual(['Call •••.csv', 'Call ••• back.csv', 'Ask •••.csv']);
  });

  it('is of somebody else before first and last name changed at once', async () => {
    const email = 'new.person@quell.example';
    const id = await desk.addLead({ email, firstName: 'Nele', lastName: 'Newmann' });
    await addChange(id, [
      ['firstName', 'Otto', 'Nele'],
      ['lastName', 'Oldmann', 'Newmann'],
      ['email', 'otto@quell.example', email],
    ]);
    const fileName = 'Ask otto@quell.example.csv';
    await desk.addImport({ fileName });
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    expect(await desk.fileNames()).toContain(fileName);
  });

  it('is found by an address that the lead had before, and has it blanked; the lead stays', async () => {
    const of = { email: 'mara.new@quell.example', firstName: 'Mara', lastName: 'Moosbach' };
    const id = await desk.addLead(of);
    const change = await addChange(id, [['email', 'Mara.Old@quell.example', of.email]]);
    const other = await addChange(id, [['email', 'mara.old@quell.example.org', of.email]]);
    const untouched = await detailOf(other);
    expect(await desk.look('mara.old@quell.example')).toMatchObject({ leads: [], historyOfOthers: [{}] });
    expect(await desk.run('mara.old@quell.example')).toMatchObject({ kind: 'erased' });
    expect(await detailOf(change)).toMatchObject({ fields: [{ from: '•••', to: of.email }] });
    expect(await detailOf(other)).toEqual(untouched);
    expect(await desk.db.select().from(leads).where(eq(leads.id, id))).toMatchObject([
      { email: of.email, erasedAt: null },
    ]);
    expect(await desk.run('mara.old@quell.example')).toEqual({ kind: 'nothing' });
  });
});
