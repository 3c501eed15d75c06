import { and, count, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { timeline } from '@/lib/db/schema/leads';
import { submissions } from '@/lib/db/schema/submissions';
import { signIn } from './harness/agent';
import { type Desk, startDesk } from './harness/desk';
import type { DeskProcess } from './harness/desk-process';
import { checkInvariants } from './harness/invariants';
import { untilQuiet } from './harness/quiet';
import { until } from './harness/until';
import { inTables, lapseLeases, readRow, tablesOf } from './submissions/clock';
import { onlyLead, truthOf, untilShown, untilStored } from './submissions/truth';

describe('a worker that froze with the answer in its hands, past its lease', () => {
  let desk: Desk;
  afterEach(() => desk.stop());

  it('row 37: it brings the lead when it wakes up while others look for it: nothing is sent again', async () => {
    const { id, maya, frozen, submitted } = await freezeWithAnswer('Frozen-1', { holdDeliveries: true });
    await untilShown(maya, { id, state: 'settling' });
    frozen.thaw();
    const found = await untilShown(maya, { id, state: 'accepted' });
    expect(processesThatSaid('submission.accepted'), 'it was the one that froze').toEqual(['worker-0.1']);
    await submitted;
    await desk.vendor.releaseDeliveries();
    await expectOnce('Frozen-1', { id, leadId: found.leadId });
  });

  it('row 37: it changes nothing when it wakes up after another worker has found the lead', async () => {
    const { id, maya, frozen, submitted } = await freezeWithAnswer('Frozen-2', { holdDeliveries: false });
    const found = await untilShown(maya, { id, state: 'accepted' });
    const before = await readRow(desk, id);
    frozen.thaw();
    await until('it woke up and let go', () => processesThatSaid('job.lease-lost').includes('worker-0.1'));
    expect(await readRow(desk, id)).toEqual(before);
    await submitted;
    await expectOnce('Frozen-2', { id, leadId: found.leadId });
  });

  /**
   * Two workers: one sends and freezes with the answer unread, and its lease is over before the other goes on.
   * A call takes ten seconds at most, so nothing in here waits for more than it must.
   */
  async function freezeWithAnswer(lastName: string, faults: { holdDeliveries: boolean }) {
    desk = await startDesk({ engine: 'postgres', workers: 2 });
    await untilQuiet(desk);
    const [frozen, other] = desk.workers as [DeskProcess, DeskProcess];
    const maya = await signIn(desk.door, 'Maya Lindqvist');
    await desk.vendor.setFaults(faults);
    other.freeze();
    desk.serviceProxy.holdAnswers();
    const submitted = maya.submit(lastName);
    await untilStored(desk, lastName);
    frozen.freeze();
    desk.serviceProxy.heal();
    await inTables(desk, lapseLeases);
    other.thaw();
    const [row] = await tablesOf(desk).select({ id: submissions.id }).from(submissions);
    return { id: row?.id ?? '', maya, frozen, submitted };
  }

  const processesThatSaid = (event: string) =>
    desk.logs().flatMap(({ msg, process }) => (msg === event ? [process] : []));

  async function expectOnce(lastName: string, found: { id: string; leadId: string | undefined }) {
    const { id, leadId } = found;
    await untilQuiet(desk);
    expect(await readRow(desk, id)).toMatchObject({ state: 'accepted', attempts: 1, leadId });
    expect(await truthOf(desk, lastName)).toEqual({ answers: [201], ...onlyLead(found) });
    const [told] = await tablesOf(desk)
      .select({ count: count() })
      .from(timeline)
      .where(and(eq(timeline.submissionId, id), eq(timeline.kind, 'accepted')));
    expect(told, 'its history says so once').toEqual({ count: 1 });
    await checkInvariants(desk);
  }
});
