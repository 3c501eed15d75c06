import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { runScript } from '../support/desk/run-script';
import { createScratchDatabase, dropScratchDatabase } from '../support/scratch-database';
import { onlyLead, truthOf, untilShown } from './submissions/truth';

const NAME = `moved_${Date.now()}`;

describe('a desk that moves from the embedded database to PostgreSQL', () => {
  let desk: Desk;
  let web: DeskProcess;
  let maya: Agent;
  let url = '';
  beforeAll(async () => {
    desk = await startDesk({ engine: 'pglite' });
    const [first] = desk.webs;
    if (!first) throw new Error('There is no desk.');
    web = first;
    maya = await signIn(desk.door, 'Maya Lindqvist');
    url = await createScratchDatabase(inject('deskPostgres').url, { name: NAME });
  });
  afterAll(async () => {
    await desk.stop();
    await dropScratchDatabase(inject('deskPostgres').url, NAME);
  });
  const move = (to = url) => runScript('move', { args: ['--to', to], env: web.env });

  it('sends what was queued once, from there only; sessions and receipts are there', async () => {
    const sent = await maya.submit('Moved-0');
    await untilShown(maya, { id: sent.submissionId, state: 'accepted' });
    await desk.vendor.setFaults({ down: true });
    // The first one is cut off and opens the circuit; the others are definitely not sent.
    await maya.submit('Moved-cut');
    const queued = [await maya.submit('Moved-1'), await maya.submit('Moved-2')];
    expect(queued.map(({ state }) => state)).toEqual(['queued', 'queued']);

    const occupied = new URL(url);
    occupied.pathname = `/${inject('deskPostgres').template}`;
    const [whileRunning, toOther] = await Promise.all([move(), move(occupied.href)]);
    expect(whileRunning.said).toMatch(/is in use by another Partner Desk/);
    expect(toOther.said).toMatch(/isn’t empty/);
    await web.stop();
    const moved = await move();
    expect(moved).toMatchObject({ code: 0 });
    expect(moved.said).toMatch(/^submissions: 4$/m);
    expect(moved.said).toMatch(/^receipts: 1$/m);
    expect((await move()).said, 'again').toMatch(/isn’t empty/);

    await expect(web.start(), 'with the old one').rejects.toThrow(/was moved to postgres:\/\/[^@]* at /);
    await desk.vendor.setFaults({ down: false });
    web.env.DATABASE_URL = url;
    await web.start();
    for (const [place, { submissionId: id }] of queued.entries()) {
      const found = await untilShown(maya, { id, state: 'accepted' });
      expect(await truthOf(desk, `Moved-${place + 1}`)).toEqual({ answers: [201], ...onlyLead(found) });
    }
    expect((await truthOf(desk, 'Moved-0')).answers).toEqual([201]);
    const next = await maya.submit('Moved-3');
    await untilShown(maya, { id: next.submissionId, state: 'accepted' });
  });
});
