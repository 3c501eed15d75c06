import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../../support/desk/agent';
import { type Desk, startDesk } from '../../support/desk/desk';
import { checkInvariants } from '../../support/desk/invariants';
import { untilQuiet } from '../../support/desk/quiet';
import { until } from '../../support/desk/until';
import { ALL_SEARCHES_MINUTES, inTables, lapseLeases, passSearches } from './clock';
import { onlyLead, truthOf, untilShown } from './truth';

/** Row 36: SIGKILL while the create is under way. On PGlite that is the only process. */
export function testKilled(engine: Desk['engine']): void {
  describe(`a process killed between the create and its recording, on ${engine}`, () => {
    let desk: Desk;
    let maya: Agent;
    beforeAll(async () => {
      desk = await startDesk({ engine, ...(engine === 'postgres' && { workers: 1 }) });
      maya = await signIn(desk.door, 'Maya Lindqvist');
    });
    afterAll(() => desk.stop());

    /** Submits, kills the sending process before the answer arrives, and starts it again. */
    const dieSending = async (lastName: string, fault: { hangAfterStore?: 1; hangBeforeStore?: 1 }) => {
      await desk.vendor.setFaults(fault);
      const [worker] = [...desk.workers, ...desk.webs];
      const submitted = maya.submit(lastName);
      const isCalled = async () => (await truthOf(desk, lastName)).answers.length > 0;
      await until('the create has reached the service', isCalled);
      await worker?.kill();
      const { submissionId: id } = await submitted;
      // If the web processes survive, their pages show the truth in the meantime.
      if (engine === 'postgres') expect((await maya.submission(id)).state).toBe('sending');
      await inTables(desk, lapseLeases);
      await worker?.start();
      return id;
    };

    it('row 36: killed after the service stored it: the lead is found, and nothing is sent again', async () => {
      const id = await dieSending('Killed-1', { hangAfterStore: 1 });
      const found = await untilShown(maya, { id, state: 'accepted' });
      await untilQuiet(desk);
      const lapsed = desk.logs().filter(({ msg }) => msg === 'submission.lease-lapsed');
      expect(lapsed.map(({ fields }) => fields.submissionId)).toEqual([id]);
      expect(await truthOf(desk, 'Killed-1')).toEqual({ answers: [0], ...onlyLead(found) });
      await checkInvariants(desk);
    });

    it('row 36: killed and never stored: it does not count as sent, and becomes one lead in the end', async () => {
      const id = await dieSending('Killed-2', { hangBeforeStore: 1 });
      await untilShown(maya, { id, state: 'confirming' });
      await passSearches(desk, ALL_SEARCHES_MINUTES);
      const resent = await untilShown(maya, { id, state: 'accepted' });
      await untilQuiet(desk);
      expect(await truthOf(desk, 'Killed-2')).toEqual({ answers: [0, 201], ...onlyLead(resent) });
      await checkInvariants(desk);
    });
  });
}
