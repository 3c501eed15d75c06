import { expect, it } from 'vitest';
import { signIn } from '../support/desk/agent';
import { startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';
import { expectOnce, freezeWithAnswer, livesThatSaid } from './submissions/frozen';
import { untilShown } from './submissions/truth';

it('row 37: a worker frozen until its lease expires in real time sends nothing again', async () => {
  const lastName = 'Frozen-3';
  const desk = await startDesk({ engine: 'postgres', workers: 2 });
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  const { id, frozen, submitted } = await freezeWithAnswer(desk, { maya, lastName });
  await submitted;
  expect((await maya.submission(id)).state, 'while its lease holds').toBe('sending');
  const { leadId } = await untilShown(maya, { id, state: 'accepted', withinMs: 60_000 });
  expect(livesThatSaid(desk, { event: 'submission.lease-lapsed', id })).toEqual(['worker-1.1']);
  frozen.thaw();
  await until('it let go', () => livesThatSaid(desk, { event: 'job.lease-lost', id }).includes('worker-0.1'));
  await expectOnce(desk, { lastName, id, leadId });
});
