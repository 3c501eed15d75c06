import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { onlyLead, truthOf, untilShown } from './submissions/truth';

/** The embedded database's folder is copied while the desk is stopped, and restored later. */
describe('a desk whose database is restored from a copy', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    // Seconds stand for days here: every start counts as one after a restore.
    desk = await startDesk({ engine: 'pglite', env: { AWAY_MINUTES: '0' } });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  /** The first create that is cut off opens the circuit; the next one is definitely not sent. */
  const queueWhileDown = async (lastName: string) => {
    await desk.vendor.setFaults({ down: true });
    await maya.submit(`${lastName}-before`);
    const { submissionId: id, state } = await maya.submit(lastName);
    expect(state).toBe('queued');
    return id;
  };

  it('sends nothing that it had sent after the copy was made', async () => {
    const { vendor } = desk;
    const [web] = desk.webs;
    const folder = join(dirname(desk.sandboxFile), 'db');
    const id = await queueWhileDown('Restored-1');
    await web?.stop();
    await cp(folder, `${folder}.copy`, { recursive: true });
    await vendor.setFaults({ down: false });
    await web?.start();
    await untilShown(maya, { id, state: 'accepted' });

    await web?.stop();
    await rm(folder, { recursive: true });
    await rename(`${folder}.copy`, folder);
    await web?.start();
    const found = await untilShown(maya, { id, state: 'accepted' });
    expect(await truthOf(desk, 'Restored-1')).toEqual({ answers: [201], ...onlyLead(found) });
  });
});
