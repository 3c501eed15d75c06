import { expect, it } from 'vitest';
import { signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';

const SECOND_MS = 1_000;
/** A failed token request is not repeated for half a minute, and a refused key is checked once a minute. */
const RECOVERED_WITHIN_MS = 110 * SECOND_MS;

it('while the key is refused the state of subscriptions is unknown; once it is accepted, they are created again', async () => {
  const desk = await startDesk({
    engine: 'postgres',
    seedLeads: 12,
    prepare: ({ vendor }) => vendor.setSettings({ tokenSeconds: 8 }).then(() => {}),
  });
  const admin = await signIn(desk.door, 'Robin Hale');
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  await desk.vendor.revokeKey();
  expect(await desk.vendor.listSubscriptions()).toEqual([]);
  expect(await maya.submit('Revoked-1')).toMatchObject({ status: 200 });
  await until(
    'the desk knows that its key is refused',
    async () => {
      await maya.submit(`Revoked-${Date.now()}`);
      return (await readFailure(desk)) === 'auth';
    },
    { withinMs: 60 * SECOND_MS, everyMs: SECOND_MS },
  );
  const page = async () => (await admin.page('/admin/webhooks')).text;
  expect(await page()).toContain('Unknown');
  expect((await maya.page('/leads')).text).toContain('We haven’t had access to the portal since');
  await desk.vendor.reset({ seedLeads: 12 });
  await until(
    'the subscriptions are there again',
    async () => (await desk.vendor.listSubscriptions()).length === 3,
    { withinMs: RECOVERED_WITHIN_MS, everyMs: SECOND_MS },
  );
  await until('the page says so', async () => !(await page()).includes('Unknown'));
  await desk.stop();
}, 240_000);

/** The problem with the service that the desk has recorded; null if none. */
async function readFailure({ sql }: Desk): Promise<string | null> {
  const answer = await sql?.query<{ failure: string | null }>('select failure from service_health');
  return answer?.rows[0]?.failure ?? null;
}
