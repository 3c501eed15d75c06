import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Shape } from '@/sandbox/shape';
import { type Agent, type Submitted, signIn } from './harness/agent';
import { type Desk, startDesk } from './harness/desk';
import { checkInvariants } from './harness/invariants';
import { untilQuiet } from './harness/quiet';
import { until } from './harness/until';
import { callsSince } from './service/calls';
import { demandReads } from './service/demand';

const SECOND_MS = 1_000;
/** A failed exchange of the key is not repeated for half a minute, and a refused key is asked about once a minute. */
const RECOVERED_WITHIN_MS = 110 * SECOND_MS;

describe('two processes that share tokens of a few seconds, whose end is answered with 403', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({
      engine: 'postgres',
      webs: 2,
      seedLeads: 23,
      prepare: async ({ vendor }) => {
        await vendor.setShape({ endedToken: 403, tokenForm: 'opaque' });
        await vendor.setSettings({ tokenSeconds: 8 });
      },
    });
    maya = await signIn(desk.door, 'Maya Lindqvist');
    await untilQuiet(desk);
  });

  it.each<{ tokenSeconds: number; seconds: number; shape: Partial<Shape> }>([
    { tokenSeconds: 8, seconds: 30, shape: { expiresIn: 'number' } },
    { tokenSeconds: 8, seconds: 40, shape: { expiresIn: 'absent' } },
    { tokenSeconds: 20, seconds: 50, shape: { expiresIn: 'absent' } },
    { tokenSeconds: 45, seconds: 60, shape: { expiresIn: 'number' } },
  ])(
    'keep no lead waiting and never say that the portal is away: %j',
    async ({ tokenSeconds, seconds, shape }) => {
      await desk.vendor.setShape(shape);
      await desk.vendor.setSettings({ tokenSeconds });
      const since = await desk.vendor.logSeq();
      const reading = demandReads(desk, { perSecond: 1, seconds });
      const submitted = await submitEach(maya, desk, {
        seconds,
        name: `Short${tokenSeconds}${shape.expiresIn}`,
      });
      await reading;
      await untilQuiet(desk);
      expect(submitted.map(({ state }) => state)).toEqual(submitted.map(() => 'accepted'));
      expect(await readFailure(desk)).toBeNull();
      const calls = await callsSince(desk, { since });
      const tokens = calls.filter(({ route }) => route === 'token').length;
      const refused = calls.filter(({ status }) => status === 403).length;
      console.log(
        `tokens of ${tokenSeconds} s (${shape.expiresIn}): ${tokens} in ${seconds} s, ${refused} times 403`,
      );
      expect(tokens).toBeGreaterThanOrEqual(Math.floor(seconds / tokenSeconds));
      expect(tokens).toBeLessThanOrEqual(seconds / (tokenSeconds - 3.5) + 3);
      expect(desk.logs().filter(({ msg }) => msg === 'service.circuit-open')).toEqual([]);
      await checkInvariants(desk);
    },
    150_000,
  );
});

/** One lead every two seconds, from the one process and then from the other. */
async function submitEach(
  person: Agent,
  { webs }: Desk,
  { seconds, name }: { seconds: number; name: string },
): Promise<Submitted[]> {
  const until = performance.now() + seconds * SECOND_MS;
  const submitted: Submitted[] = [];
  while (performance.now() < until) {
    const web = webs[submitted.length % webs.length];
    if (!web) throw new Error('There is no web process.');
    submitted.push(await person.at(web).submit(`${name}-${submitted.length}`));
    await pause(2 * SECOND_MS);
  }
  return submitted;
}

async function readFailure({ sql }: Desk): Promise<string | null> {
  const answer = await sql?.query<{ failure: string | null }>('select failure from service_health');
  return answer?.rows[0]?.failure ?? null;
}

it('a form that could not be read at the start is there within seconds, though nobody asks for it', async () => {
  let mended: Promise<number> | undefined;
  const desk = await startDesk({
    engine: 'postgres',
    seedLeads: 12,
    prepare: async ({ vendor }) => {
      await vendor.setFaults({ errorRate: 1, errorStatus: 500, onlyRoutes: ['schema'] });
      mended = until(
        'the form was asked for',
        async () =>
          (await vendor.readLog()).some(({ route, status }) => route === 'schema' && status === 500),
        { withinMs: 60 * SECOND_MS },
      ).then(async () => {
        await vendor.setFaults({ errorRate: 0, errorStatus: 0, onlyRoutes: [] });
        return Date.now();
      });
    },
  });
  const { rows } = (await desk.sql?.query<{ at: Date }>('select checked_at as at from schema_state')) ?? {};
  const wait = (rows?.[0]?.at.getTime() ?? Number.NaN) - ((await mended) ?? Number.NaN);
  console.log(`the form was there ${wait} ms after it could be read again`);
  expect(wait).toBeLessThan(8 * SECOND_MS);
  await desk.stop();
});

it('a key that is refused leaves it open whether subscriptions live; once it is taken, they are made again', async () => {
  const desk = await startDesk({
    engine: 'postgres',
    seedLeads: 12,
    prepare: ({ vendor }) => vendor.setSettings({ tokenSeconds: 8 }).then(() => {}),
  });
  const admin = await signIn(desk.door, 'Robin Hale');
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  const overview = async () => (await admin.page('/admin')).text;
  expect(await overview()).toContain('3 of 3 subscriptions are live.');
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
  const text = await overview();
  expect(text).toContain('Whether subscriptions are live is unknown');
  expect(text).not.toContain('subscriptions are live.');
  expect((await admin.page('/admin/webhooks')).text).toContain('Unknown');
  expect((await maya.page('/leads')).text).toContain('This desk has had no access to the portal since');
  await desk.vendor.reset({ seedLeads: 12 });
  await until(
    'the subscriptions are there again',
    async () => (await desk.vendor.listSubscriptions()).length === 3,
    { withinMs: RECOVERED_WITHIN_MS, everyMs: SECOND_MS },
  );
  await until('the overview says so', async () =>
    (await overview()).includes('3 of 3 subscriptions are live.'),
  );
  await desk.stop();
}, 240_000);
