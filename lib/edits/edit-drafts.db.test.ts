import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drafts } from '@/lib/db/schema/drafts';
import { countDrafts, findLatestDraft } from '@/lib/drafts/drafts';
import { listDrafts } from '@/lib/drafts/list';
import { saveTyped } from '@/tests/support/drafts';
import { type EditDesk, openEditDesk } from '@/tests/support/edit-desk';
import { english } from '@/tests/support/english';
import { addViewer } from '@/tests/support/rows';
import { getEditForm } from './edit-form';

let desk: EditDesk;
beforeAll(async () => {
  desk = await openEditDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  await desk.reset();
  await desk.db.delete(drafts);
});

async function openDrafted(company = 'Birch') {
  const form = await desk.openForm();
  const basis = String(form.data.get('revision'));
  const typed = {
    leadId: form.id,
    basis,
    fields: [['companyName', 'text', company]] as [string, string, string][],
  };
  const saved = await saveTyped(desk.db, desk.viewer, typed);
  const open = (draftId?: string) =>
    getEditForm(desk.db, desk.viewer, { id: form.id, draftId, schema: form.schema, ...desk.words });
  return { ...form, basis, typed, saved, open };
}

const list = () => listDrafts(desk.db, desk.viewer, { t: english, locale: 'en', timeZone: 'UTC' });

describe('the draft of an edit', () => {
  it('is filled in over the lead’s values if it is asked for, and offered otherwise', async () => {
    const { keyOf, saved, open } = await openDrafted();
    expect(saved.kind).toBe('saved');
    const asked = await open(saved.id);
    expect(asked?.values[keyOf('companyName')]).toBe('Birch');
    expect(asked?.start?.[keyOf('companyName')]).toBe('Alder');
    expect(asked?.hidden).toMatchObject({ draftId: saved.id });
    const plain = await open();
    expect(plain?.values[keyOf('companyName')]).toBe('Alder');
    expect(plain?.otherDraft?.id).toBe(saved.id);
  });

  it('is listed with its lead, and no longer restored once the lead has changed', async () => {
    const { id, saved, vendor, read, keyOf, open, typed } = await openDrafted();
    expect(await list()).toMatchObject([
      {
        id: saved.id,
        kind: 'edit',
        leadId: id,
        company: 'Alder',
        person: 'Nils Berg',
        changed: 1,
        isOutdated: false,
      },
    ]);
    await vendor({ customFields: { companyName: 'Cedar' } });
    await read();
    expect(await list()).toMatchObject([{ isOutdated: true, company: 'Cedar' }]);
    const form = await open(saved.id);
    expect(form?.values[keyOf('companyName')]).toBe('Cedar');
    expect(form?.dropped).toEqual([{ label: expect.any(String), text: 'Birch' }]);
    expect(form?.hidden.draftId).not.toBe(saved.id);
    // What is typed from here on is another draft, and replaces the outdated one.
    const next = { ...typed, basis: form?.hidden.revision };
    expect((await saveTyped(desk.db, desk.viewer, next)).kind).toBe('saved');
    expect(await list()).toMatchObject([{ isOutdated: false }]);
  });

  it('is not deleted by a form that was opened on another device before the lead changed', async () => {
    const { typed, vendor, read, open } = await openDrafted();
    await desk.db.delete(drafts);
    await vendor({ customFields: { companyName: 'Cedar' } });
    await read();
    const newer = await saveTyped(desk.db, desk.viewer, { ...typed, basis: (await open())?.hidden.revision });
    const older = await saveTyped(desk.db, desk.viewer, typed);
    expect([newer.kind, older.kind]).toEqual(['saved', 'saved']);
    const listed = (await list()).map(({ id, isOutdated }) => ({ id, isOutdated }));
    expect(listed).toHaveLength(2);
    expect(listed).toContainEqual({ id: newer.id, isOutdated: false });
    expect(listed).toContainEqual({ id: older.id, isOutdated: true });
  });

  it('ends when the edit is saved, and a save that arrives later does not bring it back', async () => {
    const { set, save, id, typed, saved } = await openDrafted();
    set('companyName', 'Birch');
    expect(await save()).toEqual({ ok: true });
    expect(await findLatestDraft(desk.db, desk.viewer, { leadId: id })).toBeUndefined();
    expect((await saveTyped(desk.db, desk.viewer, { ...typed, id: saved.id })).kind).toBe('gone');
  });

  it('stays if the edit was refused', async () => {
    const { set, save, saved, id } = await openDrafted();
    set('companyName', 'Birch');
    await save({ service: desk.refusing('No.') });
    expect((await findLatestDraft(desk.db, desk.viewer, { leadId: id }))?.id).toBe(saved.id);
  });

  it('is not shown once the lead is someone else’s', async () => {
    const { id } = await openDrafted();
    const other = await addViewer(desk.db, { organizationId: desk.viewer.membership.organizationId });
    await desk.db
      .update(drafts)
      .set({ personId: other.personId, organizationId: other.membership.organizationId })
      .where(eq(drafts.leadId, id));
    expect(await countDrafts(desk.db, other)).toBe(0);
    expect(await listDrafts(desk.db, other, { t: english, locale: 'en', timeZone: 'UTC' })).toEqual([]);
  });
});
