import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '@/lib/core/ids';
import type { Database } from '@/lib/db/handle';
import { importRows, imports } from '@/lib/db/schema/imports';
import { transferSubmissions } from '@/lib/people/transfer-submissions';
import { freshDatabase } from '@/tests/support/database';
import { ADMIN } from '@/tests/support/people';
import { addAgent, addViewer } from '@/tests/support/rows';
import { findImport, listImports, type StoredImport, type StoredRow } from './imports';
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
  { state, rows }: { state: StoredImport['state']; rows: StoredRow['state'][] },
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
      state: of,
      ...(of === 'waiting' && { submissionId: newId('submission'), sentKey: newId('submission') }),
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
    const sent = await addImport(arranged, { state: 'done', rows: ['heading', 'stored', 'stored'] });
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

  it('moves only the rows that were not sent: what was stays with its person', async () => {
    const arranged = await arrange();
    const { leaving, colleague, from } = arranged;
    const rows: StoredRow['state'][] = ['heading', 'stored', 'wrong', 'ready'];
    const partly = await addImport(arranged, { state: 'done', rows });
    expect(await transfer(arranged)).toMatchObject({ kind: 'done', imports: 1 });
    expect(await findImport(database.db, colleague, partly)).toBeUndefined();
    const left = { state: 'done', checkedBy: 'v', pausedBy: null, rowsTransferred: 2 };
    expect(await findImport(database.db, leaving, partly)).toMatchObject(left);
    const [rest, ...others] = await listImports(database.db, colleague);
    expect(others).toEqual([]);
    expect(await findImport(database.db, colleague, rest?.id ?? '')).toMatchObject({ pausedBy: 'transfer' });
    expect(rest).toMatchObject({ state: 'open', fileName: 'leads.csv', checkedBy: null, rows: 2, stored: 0 });
    expect(await listImports(database.db, leaving)).toMatchObject([
      { rows: 1, stored: 1, rowsTransferred: 2 },
    ]);
    const statesOf = async (id: string) =>
      (
        await database.db
          .select({ position: importRows.position, state: importRows.state })
          .from(importRows)
          .where(eq(importRows.importId, id))
          .orderBy(importRows.position)
      ).map(({ position, state }) => [position, state]);
    expect(await statesOf(partly)).toEqual([
      [0, 'heading'],
      [1, 'stored'],
    ]);
    expect(await statesOf(rest?.id ?? '')).toEqual([
      [0, 'heading'],
      [2, 'new'],
      [3, 'new'],
    ]);
    expect(await countImportsOfAgent(database.db, from)).toBe(0);
  });

  it('gives back the rows of a paused one, to be checked again by the colleague', async () => {
    const arranged = await arrange();
    const id = await addImport(arranged, { state: 'paused', rows: ['heading', 'waiting'] });
    await transfer(arranged);
    const found = await findImport(database.db, arranged.colleague, id);
    expect(found).toMatchObject({ state: 'done', checkedBy: null, pausedBy: 'transfer' });
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
