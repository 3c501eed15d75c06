import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkCells, sendImported } from '../support/desk/import-pages';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { ALL_SEARCHES_MINUTES, inTables, lapseLeases, passMinutes } from './submissions/clock';

/** So many that some are left at each kill, however long a process takes to start: about four are sent in a second. */
const ROWS = 60;
const KILLS = 2;

describe('an import whose process is killed', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', workers: 2 });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  const imported = async () =>
    (await desk.vendor.listLeads()).flatMap(({ lastName }) =>
      lastName?.startsWith('Imported-') ? [lastName] : [],
    );

  it('row 48: killed while rows become submissions, again and again: each row is one lead in the end', async () => {
    const rows = Array.from(
      { length: ROWS },
      (_, n) => `Nils,Imported-${n},imported.${n}@firm-${n}.example,Web store,Firm ${n}`,
    );
    const cells = ['First name,Last name,Email,Platform,Company', ...rows].join('\n');
    const id = await checkCells(maya.browser, cells);
    // The same file in another tab, sent when all is done.
    const again = await checkCells(maya.browser, cells);
    await sendImported(maya.browser, id);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = (await imported()).length;
      await until('more rows are leads', async () => (await imported()).length > before);
      for (const worker of desk.workers) await worker.kill();
      await inTables(desk, lapseLeases);
      for (const worker of desk.workers) await worker.start();
    }
    await untilQuiet(desk);
    // What a kill cut is found by a webhook's lead, or after searches of the list.
    await passMinutes(desk, ALL_SEARCHES_MINUTES);
    await until(
      'every row is delivered',
      async () => {
        const { text } = await maya.page(`/leads/import/${id}/result`);
        return text.includes(`${ROWS} of ${ROWS} rows delivered`);
      },
      { withinMs: 90_000 },
    );
    await untilQuiet(desk);
    expect((await imported()).sort()).toEqual(Array.from({ length: ROWS }, (_, n) => `Imported-${n}`).sort());
    await sendImported(maya.browser, again);
    const second = await maya.page(`/leads/import/${again}/check`);
    expect(second.text).toContain(`${ROWS} rows were sent in an earlier import`);
    await checkInvariants(desk);
  });
});
