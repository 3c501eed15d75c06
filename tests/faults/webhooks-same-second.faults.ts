import { expect, it, onTestFinished } from 'vitest';
import { signIn } from '../support/desk/agent';
import { startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { enterLead, readsOf, seenOf } from './webhooks/portal-lead';

it('row 3: same-second edits: the second edit of one clock tick is always seen', async () => {
  const desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1 });
  onTestFinished(() => desk.stop());
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  await desk.vendor.setShape({ timestamps: 'seconds' });
  const rounds = await Promise.all(
    Array.from({ length: 3 }, (_, round) =>
      Promise.all(Array.from({ length: 6 }, (_, index) => enterLead(desk, `Row3-${round}-${index}`))),
    ),
  );
  await untilQuiet(desk);
  for (const [round, leads] of rounds.entries()) {
    await beginOfSecond();
    const since = await desk.vendor.logSeq();
    const read = (times: number) =>
      until('the edits were read', async () => (await readsOf(desk, { since })) >= times * leads.length);
    for (const { id } of leads) await desk.vendor.changeLead(id, { status: 'lost', value: round });
    await read(1);
    for (const { id } of leads) await desk.vendor.changeLead(id, { status: 'won', value: 100 + round });
    await read(2);
  }
  await untilQuiet(desk);
  const leads = rounds.flat();
  const seen = await Promise.all(leads.map(({ id }) => seenOf(maya, id)));
  expect(seen).toEqual(leads.map(() => 'Won'));
  await checkInvariants(desk);
});

/** Both edits must fit into one second of the service's clock. */
function beginOfSecond(): Promise<true> {
  return until('a second begins', () => Date.now() % 1_000 < 100 || undefined, { everyMs: 10 });
}
