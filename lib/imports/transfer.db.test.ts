import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { importRows, imports, sentImportRows } from '@/lib/db/schema/imports';
import { transferSubmissions } from '@/lib/people/transfer-submissions';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN } from '@/tests/support/people';
import { addAgent, addViewer } from '@/tests/support/rows';
import { findImport, type StoredImport, type StoredRow } from './imports';
import { correctImportsOwner, countImportsOfAgent } from './transfer';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

const now = new Date('2026-04-01T10:00:00Z');

async function arrange() {
  const leaving = await addViewer(database.db);
  const { organizationId, agentId } = leaving.membership;
  const colleague = await addViewer(database.db, { organizationId });
  return { leaving, colleague, from: { organizationId, agentId }, toAgentId: colleague.membership.agentId };
}
type Arranged = Awaited<ReturnType<typeof arrange>>;

async function addImport(
  { leaving, from }: Pick<Arranged, 'leaving' | 'from'>,
  { state, rows }: { state: StoredImport['state']; rows: (StoredRow['state'] | 'repeat')[] },
): Promise<string> {
  const id = newId('import');
  const { personId } = leaving;
  const times = { createdAt: now, updatedAt: now };
  await database.db.insert(imports).values({
    id,
    personId,
    ...from,
    ...times,
    state,
    checkedBy: 'v',
    fileName: 'leads.csv',
  });
  await database.db.insert(importRows).values(
    rows.map((of, position) => ({
      importId: id,
      position,
      line: position + 1,
      cells: ['Berg'],
      state: of === 'repeat' ? 'ready' : of,
      ...(['waiting', 'stored'].includes(of) && {
        submissionId: newId('submission'),
        sentKey: newId('submission'),
      }),
      ...(['stored', 'repeat'].includes(of) && { digest: 'same', isRepeat: of === 'repeat' }),
    })),
  );
  return id;
}

const transfer = ({ from, toAgentId }: Pick<Arranged, 'from' | 'toAgentId'>) =>
  transferSubmissions(database.db, { by: ADMIN, from, toAgentId, now });

describe('transferring an agent’s imports', () => {
  it('moves those with rows still to send to the person mapped to the colleague', async () => {
    const arranged = await arrange();
    const { leaving, colleague, from } = arranged;
    const open = await addImport(arranged, { state: 'open', rows: ['heading', 'ready', 'wrong'] });
    const unsent = await addImport(arranged, { state: 'done', rows: ['wrong'] });
    const sent = await addImport(arranged, { state: 'done', rows: ['heading', 'stored', 'repeat'] });
    expect(await countImportsOfAgent(database.db, from)).toBe(2);
    expect(await transfer(arranged)).toMatchObject({ kind: 'done', movable: 0, imports: 2 });
    for (const id of [open, unsent]) {
      const found = await findImport(database.db, colleague, id);
      expect(found).toMatchObject({ checkedBy: null, pausedBy: 'transfer' });
      expect(await findImport(database.db, leaving, id)).toBeUndefined();
    }
    expect(await findImport(database.db, leaving, sent)).toBeDefined();
    expect(await countImportsOfAgent(database.db, from)).toBe(0);
  });

  it('moves only the rows that were not sent: those that were are leads, and are not sent again', async () => {
    const arranged = await arrange();
    const { leaving, colleague, from } = arranged;
    const partly = await addImport(arranged, {
      state: 'done',
      rows: ['heading', 'stored', 'wrong', 'repeat'],
    });
    expect(await transfer(arranged)).toMatchObject({ kind: 'done', imports: 1 });
    expect(await findImport(database.db, leaving, partly)).toBeUndefined();
    expect(await findImport(database.db, colleague, partly)).toMatchObject({
      state: 'open',
      checkedBy: null,
      pausedBy: 'transfer',
      startedAt: null,
    });
    const left = await database.db.select().from(importRows).where(eq(importRows.importId, partly));
    expect(left.map(({ position }) => position).sort()).toEqual([0, 2]);
    const ofLeaving = eq(sentImportRows.personId, leaving.personId);
    expect(await database.db.$count(sentImportRows, ofLeaving)).toBe(1);
    expect(await countImportsOfAgent(database.db, from)).toBe(0);
  });

  it('gives back the rows of a paused one, to be checked again by the colleague', async () => {
    const arranged = await arrange();
    const id = await addImport(arranged, { state: 'paused', rows: ['heading', 'waiting'] });
    await transfer(arranged);
    const found = await findImport(database.db, arranged.colleague, id);
    expect(found).toMatchObject({ state: 'open', checkedBy: null, pausedBy: 'transfer' });
    const waiting = and(eq(importRows.importId, id), eq(importRows.position, 1));
    expect(await database.db.select().from(importRows).where(waiting)).toMatchObject([
      { state: 'new', submissionId: null, sentKey: null },
    ]);
  });

  it('leaves one that is being sent to its person', async () => {
    const arranged = await arrange();
    const id = await addImport(arranged, { state: 'sending', rows: ['waiting'] });
    expect(await transfer(arranged)).toMatchObject({ kind: 'nothing' });
    expect(await findImport(database.db, arranged.leaving, id)).toMatchObject({ state: 'sending' });
  });

  it('leaves them if nobody acts for the colleague', async () => {
    const arranged = await arrange();
    const { organizationId } = arranged.from;
    const id = await addImport(arranged, { state: 'open', rows: ['ready'] });
    const nobody = await addAgent(database.db, { organizationId });
    const to = { from: arranged.from, toAgentId: nobody.agentId };
    expect(await transfer(to)).toMatchObject({ kind: 'nothing' });
    expect(await findImport(database.db, arranged.leaving, id)).toBeDefined();
  });
});

it('people keep their imports when the IDs of their agent are corrected', async () => {
  const { leaving, from } = await arrange();
  const id = await addImport({ leaving, from }, { state: 'open', rows: ['ready'] });
  const right = await addAgent(database.db, {});
  await correctImportsOwner(database.db, { wrong: from, right });
  const membership = { ...leaving.membership, ...right };
  expect(await findImport(database.db, { ...leaving, membership }, id)).toMatchObject(right);
});
