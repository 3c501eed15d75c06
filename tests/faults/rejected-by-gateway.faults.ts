import { expect, it } from 'vitest';
import { signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { hurry } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { type Firewall, startFirewall } from './service/firewall';
import { untilShown } from './submissions/truth';

const SECOND_MS = 1_000;

/** A desk behind a gateway that answers 403 to each create with this word, and passes everything else. */
async function startBehindFirewall(word: string): Promise<{ desk: Desk; firewall: Firewall }> {
  const firewall = await startFirewall(word);
  const desk = await startDesk({
    engine: 'postgres',
    env: { SERVICE_BASE_URL: firewall.url },
    prepare: async ({ vendor }) => firewall.leadTo(vendor.url),
  });
  return { desk, firewall };
}

it('one lead that a gateway answers with 403 delays no other, is not reported as a refused key, and goes to an admin after a day', async () => {
  const { desk, firewall } = await startBehindFirewall('Poison');
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  const admin = await signIn(desk.door, 'Robin Hale');
  const tom = await signIn(desk.door, 'Tom Okafor');
  // On its way, or rejected already and waiting: which of them depends on how fast the desk is.
  expect(['queued', 'sending']).toContain((await maya.submit('Poison-1')).state);
  await until(
    'it was rejected five times',
    async () => {
      await hurry(desk);
      return firewall.blocked() >= 5;
    },
    { withinMs: 60 * SECOND_MS, everyMs: 500 },
  );
  expect((await admin.page('/admin/health')).text).not.toContain('The key was rejected');
  const began = Date.now();
  const { submissionId: id, state } = await tom.submit('Fine-1');
  if (state !== 'accepted') await untilShown(tom, { id, state: 'accepted', withinMs: 20 * SECOND_MS });
  console.log(`another lead was accepted after ${Date.now() - began} ms`);
  expect(desk.logs().filter(({ msg }) => msg === 'service.circuit-open')).toEqual([]);
  const { rowCount } = (await desk.sql?.query(
    "update submissions set created_at = created_at - interval '26 hours' where state in ('queued', 'sending')",
  )) ?? { rowCount: 0 };
  expect(rowCount).toBe(1);
  await until(
    'a person is asked',
    async () => {
      await hurry(desk);
      return (await admin.page('/admin/submissions')).text.includes('rejected every request');
    },
    { withinMs: 60 * SECOND_MS, everyMs: 500 },
  );
  await desk.stop();
  await firewall.close();
});
