import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '@/lib/auth/viewer';
import { importRows, imports } from '@/lib/db/schema/imports';
import { jobs } from '@/lib/db/schema/jobs';
import { people } from '@/lib/db/schema/people';
import { submissions } from '@/lib/db/schema/submissions';
import { PRIORITY } from '@/lib/jobs/job';
import { readSchema } from '@/lib/lead-schema/schema';
import { purgeOld } from '@/lib/maintenance/purge';
import { SUBMISSION_SEND } from '@/lib/submissions/topics';
import { HEAD, type ImportDesk, importSteps, openImportDesk, rowsOf } from '@/tests/support/imports';
import { findJob } from '@/tests/support/rows';
import { countImportsOfPerson, deleteImport, findImport } from './imports';
import { countRows } from './list-rows';
import { countOutcomes } from './progress';
import { IMPORT_SEND } from './start-sending';

let desk: ImportDesk;
let viewer: Viewer;
beforeAll(async () => {
  desk = await openImportDesk();
});
afterAll(() => desk.close());
beforeEach(async () => {
  viewer = await desk.addHomeViewer();
});

const { upload, choose, interpretationNow, start, work, formOf, run, rowsIn, mine, confirm } = importSteps(
  () => ({ ...desk, viewer }),
);

describe('sending an import', () => {
  it('asks for the consent, which no file gives', async () => {
    const id = await upload([HEAD, ...rowsOf(1)]);
    await choose(id);
    const { whole } = await formOf();
    const shown = { version: whole.version, interpretation: await interpretationNow(id) };
    expect(await run(id, { command: 'start', ...shown })).toMatchObject({ kind: 'wrong' });
    expect(await start(id)).toEqual({ kind: 'next', step: 'send' });
    await work(id);
    expect(await mine()).toMatchObject([{ answers: { consent: true }, state: 'queued' }]);
  });

  it('makes one submission of each row, a few at a time, behind all single ones', async () => {
    const id = await upload([HEAD, ...rowsOf(45)]);
    await choose(id);
    await start(id);
    expect(await findJob(desk.db, { topic: IMPORT_SEND, key: id })).toMatchObject({
      priority: PRIORITY.bulk,
    });
    expect(await work(id)).toMatchObject({ kind: 'repeat' });
    expect(await mine()).toHaveLength(20);
    const priorities = await desk.db
      .select({ priority: jobs.priority })
      .from(jobs)
      .where(and(eq(jobs.topic, SUBMISSION_SEND), eq(jobs.owner, viewer.personId)));
    expect(new Set(priorities.map(({ priority }) => priority))).toEqual(new Set([PRIORITY.bulk]));
    // There is no room until some have an outcome.
    expect(await work(id)).toMatchObject({ kind: 'repeat' });
    expect(await mine()).toHaveLength(20);
    for (let round = 0; round < 4; round += 1) {
      await confirm();
      await work(id);
    }
    expect(await mine()).toHaveLength(45);
    expect(await findImport(desk.db, viewer, id)).toMatchObject({ state: 'done' });
    expect(await countOutcomes(desk.db, id)).toMatchObject({ total: 45 });
    // What an admin sees of it.
    await upload([HEAD, ...rowsOf(1)]);
    const numbers = await countImportsOfPerson(desk.db, viewer.personId);
    expect(numbers).toEqual({ imports: 2, stored: 45 });
  });

  it('stores nothing twice, whatever ends between two rows, and with two workers', async () => {
    const id = await upload([HEAD, ...rowsOf(15)]);
    await choose(id);
    await Promise.all([start(id), start(id)]);
    const named = (await rowsIn(id)).flatMap(({ submissionId }) => submissionId ?? []);
    expect(new Set(named).size).toBe(15);
    await Promise.all([work(id), work(id), work(id)]);
    await work(id);
    expect((await mine()).map(({ id: one }) => one).sort()).toEqual(named.toSorted());
  });

  it('sends the same file once, also from a second upload and of one that was sent in part', async () => {
    const lines = [HEAD, ...rowsOf(4)];
    const first = await upload(lines);
    await choose(first);
    const second = await upload(lines);
    await choose(second);
    await start(first);
    expect(await start(second)).toEqual({ kind: 'nothing-to-send' });
    expect(await countRows(desk.db, second)).toMatchObject({ sent: 4, ready: 0 });
    await work(first);
    const third = await upload([...lines, ...rowsOf(1)]);
    await choose(third);
    expect(await countRows(desk.db, third)).toMatchObject({ sent: 4, ready: 1 });
    await start(third);
    await work(third);
    expect(await mine()).toHaveLength(5);
  });

  const GONE = {
    'its person deleted': (id: string) => deleteImport(desk.db, viewer, id),
    'the retention period removed': async (id: string) => {
      const long = new Date('2020-01-01T00:00:00Z');
      await desk.db.update(imports).set({ updatedAt: long }).where(eq(imports.id, id));
      await purgeOld(desk.db, { clock: () => new Date() });
    },
  };
  it.each(Object.entries(GONE))(
    'sends the same file once, also if %s the first import',
    async (_, remove) => {
      const lines = [HEAD, ...rowsOf(2)];
      const first = await upload(lines);
      await choose(first);
      await start(first);
      await work(first);
      await remove(first);
      expect(await findImport(desk.db, viewer, first)).toBeUndefined();
      const second = await upload(lines);
      await choose(second);
      expect(await countRows(desk.db, second)).toMatchObject({ sent: 2, ready: 0 });
      expect(await start(second)).toEqual({ kind: 'nothing-to-send' });
      // Checked before the first one was sent and deleted.
      await desk.db.update(importRows).set({ knownBy: null }).where(eq(importRows.importId, second));
      expect(await start(second)).toEqual({ kind: 'nothing-to-send' });
      expect(await countRows(desk.db, second)).toMatchObject({ sent: 2, ready: 0 });
      await work(second);
      expect(await mine()).toHaveLength(2);
    },
  );

  it('sends a row again that the portal refused, once its import is deleted', async () => {
    const [refused = '', accepted = ''] = rowsOf(2);
    const lines = [HEAD, refused, accepted];
    for (const round of [1, 2]) {
      const id = await upload(lines);
      await choose(id);
      expect(await countRows(desk.db, id)).toMatchObject({ sent: round - 1, ready: 3 - round });
      await start(id);
      await work(id);
      const [first] = await rowsIn(id).then((rows) => rows.filter(({ position }) => position === 1));
      await desk.db
        .update(submissions)
        .set({ state: round === 1 ? 'refused' : 'accepted' })
        .where(eq(submissions.id, first?.submissionId ?? ''));
      await deleteImport(desk.db, viewer, id);
    }
    const again = await upload(lines);
    await choose(again);
    expect(await countRows(desk.db, again)).toMatchObject({ sent: 2, ready: 0 });
  });

  it('pauses, continues and stops; after a stop the rest can be changed', async () => {
    const id = await upload([HEAD, ...rowsOf(25)]);
    await choose(id);
    await start(id);
    await work(id);
    await run(id, { command: 'pause' });
    await confirm();
    expect(await work(id)).toEqual({ kind: 'done' });
    expect(await mine()).toHaveLength(20);
    expect(await run(id, { command: 'check' })).toEqual({ kind: 'busy' });
    await run(id, { command: 'continue' });
    await run(id, { command: 'stop' });
    await work(id);
    expect(await mine()).toHaveLength(20);
    expect(await countRows(desk.db, id)).toMatchObject({ ready: 5 });
    expect(await start(id)).toEqual({ kind: 'next', step: 'send' });
    await work(id);
    expect(await mine()).toHaveLength(25);
  });

  it('ends when the person acts for someone else, or the form is another one', async () => {
    const id = await upload([HEAD, ...rowsOf(2)]);
    await choose(id);
    await start(id);
    await desk.db.update(people).set({ disabledAt: new Date() }).where(eq(people.id, viewer.personId));
    await work(id);
    expect(await mine()).toEqual([]);
    expect(await findImport(desk.db, viewer, id)).toMatchObject({ state: 'done', pausedBy: 'access' });

    await desk.db.update(people).set({ disabledAt: null }).where(eq(people.id, viewer.personId));
    const other = await upload([HEAD, ...rowsOf(2)]);
    await choose(other);
    await start(other);
    await desk.portal.vendor('PATCH', '/fields/phone', { label: 'Telephone' });
    await readSchema(desk.db, { service: desk.portal.newClient(), now: new Date() });
    await work(other);
    expect(await mine()).toEqual([]);
    expect(await findImport(desk.db, viewer, other)).toMatchObject({ state: 'done', pausedBy: 'form' });
    expect(await run(other, { command: 'check' })).toEqual({ kind: 'next', step: 'check' });
    expect(await start(other)).toEqual({ kind: 'next', step: 'send' });
    await work(other);
    expect(await mine()).toHaveLength(2);
  });
});
