import { eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeAudit } from '@/lib/audit/write-audit';
import type { Viewer } from '@/lib/auth/viewer';
import { newId } from '@/lib/core/ids';
import { auditLog } from '@/lib/db/schema/admin';
import { importRows } from '@/lib/db/schema/imports';
import { knownCompanies } from '@/lib/db/schema/known';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { savedViews } from '@/lib/db/schema/views';
import { webhookQuarantine } from '@/lib/db/schema/webhooks';
import { by, type ErasureDesk, now, openErasureDesk, ownerOf } from '@/tests/support/erasing';
import { addViewer, applyLeadOf } from '@/tests/support/rows';
import { countTraces } from './erase';

/** What an erasure leaves to others, and what it finds of the person beside leads. */

let desk: ErasureDesk;
beforeAll(async () => {
  desk = await openErasureDesk();
});
afterAll(() => desk.close());

describe('an erasure', () => {
  it('leaves what the log says about a user of the same name', async () => {
    const { personId } = await addViewer(desk.db);
    const address = 'tom.okafor@desk.example';
    await desk.db.update(people).set({ email: address, name: 'Tom Okafor' }).where(eq(people.id, personId));
    await desk.addLead({ email: 'tom@other.example', firstName: 'Tom', lastName: 'Okafor' });
    const detail = { before: 'Tom O.', after: 'Tom Okafor' };
    await writeAudit(desk.db, { by, event: 'people.renamed', subject: address, detail, at: now });
    await writeAudit(desk.db, { by, event: 'lead.viewed', subject: 'of Tom Okafor', at: now });
    const agent = { name: 'Tom Okafor', email: null };
    await writeAudit(desk.db, { by, event: 'agent.named', subject: 'agent a-1', detail: agent, at: now });
    expect(await desk.run('tom@other.example')).toMatchObject({ kind: 'erased' });
    const entries = await desk.db.select().from(auditLog);
    expect(entries).toContainEqual(expect.objectContaining({ subject: address, detail }));
    expect(entries).toContainEqual(expect.objectContaining({ subject: 'agent a-1', detail: agent }));
    expect(entries).toContainEqual(expect.objectContaining({ subject: 'of •••' }));
  });

  it('and another one at the same moment both blank a text that names both people', async () => {
    await desk.addLead({ email: 'uwe@two.example', firstName: 'Uwe', lastName: 'Dreimann' });
    await desk.addLead({ email: 'vito@two.example', firstName: 'Vito', lastName: 'Viermann' });
    for (let file = 0; file < 5; file += 1)
      await desk.addImport({ fileName: `Uwe Dreimann und Vito Viermann ${file}.csv` });
    const done = await Promise.all([desk.run('uwe@two.example'), desk.run('vito@two.example')]);
    expect(done.map(({ kind }) => kind)).toEqual(['erased', 'erased']);
    const names = (await desk.fileNames()).filter((name) => name.includes(' und '));
    expect(names.toSorted()).toEqual(Array.from({ length: 5 }, (_, file) => `••• und ••• ${file}.csv`));
  });

  it('leaves rows and drafts of somebody else of that name, in another organization or with another address', async () => {
    const [of, company] = [await addViewer(desk.db), 'Acme Widgets'];
    await desk.addLead({ email: 'johan@acme.example', firstName: 'Johan', lastName: 'Smithers' });
    const junior = ['Johan', 'Smithers', 'johan.junior@acme.example', '+49 30 99998888', company];
    await desk.addImport({ fileName: 'others.csv', rows: [junior], of });
    await desk.addDraft(
      [
        ['firstName', 'text', 'Johan'],
        ['lastName', 'text', 'Smithers'],
        ['notes', 'text', 'Met at the fair'],
      ],
      of,
    );
    expect(await desk.look('johan@acme.example')).toMatchObject({ rows: [], drafts: [] });
  });

  it('of a lead that is called like its company leaves other people of that company', async () => {
    const [of, company] = [await addViewer(desk.db), 'Borealis Freight'];
    const email = 'office@borealis.example';
    await desk.addLead({ email, firstName: '', lastName: company, custom: { companyName: company } });
    const rows = [
      ['Piet', 'Bakker', '', '+49 171 1112223', company],
      ['Kai', 'Quist', 'kai@borealis.example', '+49 40 5556677', company],
    ];
    await desk.addImport({ fileName: `${company} Q3.csv`, rows, of });
    expect(await desk.look(email)).toMatchObject({ rows: [], imports: [] });
  });

  it('blanks the phone, not the name, in what the log says about a user of that name', async () => {
    const email = 'tim@lead.example';
    const custom = { phone: '+49 30 88877766' };
    await desk.addLead({ email, firstName: 'Tim', lastName: 'Userlike', custom });
    const detail = { why: `Tim Userlike (+49 30 88877766, ${email}) called` };
    await writeAudit(desk.db, { by, event: 'people.renamed', subject: 'Tim Userlike', detail, at: now });
    expect(await desk.run(email)).toMatchObject({ kind: 'erased' });
    expect(await desk.db.select().from(auditLog)).toContainEqual(
      expect.objectContaining({ subject: 'Tim Userlike', detail: { why: 'Tim Userlike (•••, •••) called' } }),
    );
  });

  it('forgets an earlier company of the lead that is called after the person', async () => {
    const of = { email: 'quirin@zapf.example', firstName: 'Quirin', lastName: 'Zapf' };
    const id = await desk.addLead({ ...of, custom: { companyName: 'Quirin Zapf Consulting' } });
    const updatedAt = new Date(now.getTime() + 1_000);
    const lead = { id, ...of, standard: of, custom: { companyName: 'Acme Zwei' }, createdAt: now, updatedAt };
    await applyLeadOf(desk.db, desk.viewer, { lead, now: updatedAt });
    const noted = () => desk.db.$count(knownCompanies, like(knownCompanies.company, '%zapf%'));
    expect(await noted()).toBeGreaterThan(0);
    expect(await desk.run(of.email)).toMatchObject({ kind: 'erased' });
    expect(await noted()).toBe(0);
  });

  it('leaves the person of a row or draft that only mentions the address', async () => {
    const boss = ['Big', 'Bosswright', 'boss@corp.example', '+49 30 77665544', 'assistant@corp.example'];
    await desk.addImport({ fileName: 'Big Bosswright.csv', rows: [boss] });
    await desk.addImport({ fileName: 'staff.csv', rows: [['Big', 'Bosswright', 'other@corp.example']] });
    const found = await desk.look('assistant@corp.example');
    expect(found).toMatchObject({ imports: [], rows: [] });
    expect(found.ofOthers.rows.map(({ cells }) => cells)).toEqual([
      ['Big', 'Bosswright', 'boss@corp.example', '+49 30 77665544', '•••'],
    ]);
  });

  it('leaves searches of people who can’t see the lead', async () => {
    const other = await addViewer(desk.db);
    await desk.addLead({ email: 'will@may.example', firstName: 'Will', lastName: 'May' });
    const add = ({ personId, membership: { organizationId } }: Viewer) =>
      desk.db.insert(savedViews).values({
        ...{ id: newId('view'), personId, organizationId, isShared: false, createdAt: now },
        ...{ name: 'Pipeline', params: { q: 'may' } },
      });
    await add(other);
    await add(desk.viewer);
    expect((await desk.look('will@may.example')).views).toMatchObject([
      { organizationId: desk.viewer.membership.organizationId },
    ]);
  });
});

describe('the person', () => {
  it('of a file alone is found, with the address in a list or with a remark, and so is the file’s name', async () => {
    const rows = ['zelda@q.example, office@q.example', 'zelda@q.example (work)'].map((email) => [
      ...['Zelda', 'Quixotewitz', email],
    ]);
    const id = await desk.addImport({ fileName: 'Zelda Quixotewitz 2026.csv', rows });
    expect(await desk.run('zelda@q.example')).toMatchObject({ kind: 'erased' });
    expect(await desk.fileNames()).toContain('••• 2026.csv');
    expect(await desk.db.$count(importRows, eq(importRows.importId, id))).toBe(0);
  });

  it('is found by the name that a lead had before', async () => {
    const id = await desk.addLead({
      email: 'o@married.example',
      firstName: 'Ottilia',
      lastName: 'Jungfername',
    });
    const standard = { email: 'o@married.example', firstName: 'Ottilia', lastName: 'Ehename' };
    const updatedAt = new Date(now.getTime() + 1_000);
    const lead = { id, ...standard, standard, createdAt: now, updatedAt };
    await applyLeadOf(desk.db, desk.viewer, { lead, now: updatedAt });
    await desk.addImport({ fileName: 'Ottilia Jungfername.csv' });
    await desk.run('o@married.example');
    expect(await desk.fileNames()).toContain('•••.csv');
  });

  it('is not who a lead was about before, if both names changed at once', async () => {
    const id = await desk.addLead({ email: 'ann@changed.example', firstName: 'Bob', lastName: 'Millerton' });
    const standard = { email: 'ann@changed.example', firstName: 'Ann', lastName: 'Leeman' };
    const updatedAt = new Date(now.getTime() + 1_000);
    const lead = { id, ...standard, standard, createdAt: now, updatedAt };
    await applyLeadOf(desk.db, desk.viewer, { lead, now: updatedAt });
    const names = ['Ann Leeman.csv', 'Bob Millerton.csv', 'Ann Millerton.csv'];
    for (const fileName of names) await desk.addImport({ fileName });
    await desk.run('ann@changed.example');
    expect(await desk.fileNames()).toEqual(expect.arrayContaining(['•••.csv', ...names.slice(1)]));
    expect(await desk.fileNames()).not.toContain(names[0]);
  });

  it.each([
    ['de Vries', 'Piet de Vries.csv'],
    ['Acme GmbH', 'Acme GmbH.csv'],
  ])('with nothing but “%s” for a name has no full name', async (lastName, fileName) => {
    const email = `${lastName.split(' ')[1]?.toLowerCase()}@half.example`;
    await desk.addLead({ email, firstName: '', lastName });
    await desk.addImport({ fileName });
    await desk.run(email);
    expect(await desk.fileNames()).toContain(fileName);
  });

  it.each([
    ['idn@xn--bcher-kva.example', 'idn@bücher.example'],
    ['idn@bücher.net', 'idn@xn--bcher-kva.net'],
    ['josé@x.example'.normalize('NFC'), 'josé@x.example'.normalize('NFD')],
  ])('of %s is found by %s', async (email, typed) => {
    await desk.addLead({ email, firstName: 'Ida', lastName: 'Domain' });
    expect((await desk.look(typed)).leads).toHaveLength(1);
  });

  it('does not come back with a delivery that nobody can read', async () => {
    const id = await desk.addLead({ email: 'back@again.example', firstName: 'Bea', lastName: 'Wiederkehr' });
    expect(await desk.run('back@again.example')).toMatchObject({ kind: 'erased' });
    const deliver = (text: string) => desk.deliver(new TextEncoder().encode(text));
    await deliver(`{"data":{"lead_id":"${id}","lastName":"Wiederkehr"`);
    await deliver(`{"data":{"lead_id":"\\u006cead-${id.slice(5)}","lastName":"Wiederkehr"`);
    await deliver('{"data":{"lead_id":"another","lastName":"Anders"');
    const kept = (await desk.db.select().from(webhookQuarantine)).map(({ body }) =>
      new TextDecoder().decode(body),
    );
    expect(kept.join()).not.toContain('Wiederkehr');
    expect(kept.join()).toContain('Anders');
  });
});

describe('a submission', () => {
  const add = async (over: Partial<typeof submissions.$inferInsert>) => {
    const id = newId('submission');
    await desk.db.insert(submissions).values({
      ...{
        id,
        personId: desk.viewer.personId,
        ...ownerOf(desk.viewer),
        schemaVersion: '',
        answers: {},
        createdAt: now,
      },
      ...over,
    });
    return id;
  };

  it('without an outcome is not called delivered', async () => {
    await add({ knownEmail: 'open@under.example', state: 'settling' });
    const traces = await desk.look('open@under.example');
    expect(traces.underWay).toBe(1);
    expect(countTraces(traces)).toEqual({});
  });
});
