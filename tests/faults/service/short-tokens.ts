import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Shape } from '@/sandbox/shape';
import { type Agent, type Submitted, signIn } from '../../support/desk/agent';
import { type Desk, startDesk } from '../../support/desk/desk';
import { checkInvariants } from '../../support/desk/invariants';
import { untilQuiet } from '../../support/desk/quiet';
import { callsSince } from './calls';
import { demandReads } from './demand';

const SECOND_MS = 1_000;

/** Two processes with one database; the service's tokens state no lifetime and expire with a 403. */
export async function startAtShortTokens(): Promise<Desk> {
  const desk = await startDesk({
    engine: 'postgres',
    webs: 2,
    seedLeads: 23,
    prepare: async ({ vendor }) => {
      await vendor.setShape({ endedToken: 403, tokenForm: 'opaque' });
      await vendor.setSettings({ tokenSeconds: 8 });
    },
  });
  await untilQuiet(desk);
  return desk;
}

export type ShortTokens = { tokenSeconds: number; seconds: number; expiresIn: Shape['expiresIn'] };

/** Has both processes read and submit for so long, and checks that no token's expiry was noticeable. */
export async function expectNobodyWaits(
  desk: Desk,
  { tokenSeconds, seconds, expiresIn }: ShortTokens,
): Promise<void> {
  await desk.vendor.setShape({ expiresIn });
  await desk.vendor.setSettings({ tokenSeconds });
  const maya = await signIn(desk.door, 'Maya Lindqvist');
  const since = await desk.vendor.logSeq();
  const reading = demandReads(desk, { perSecond: 1, seconds });
  const submitted = await submitEach(maya, desk, { seconds, name: `Short${tokenSeconds}${expiresIn}` });
  await reading;
  await untilQuiet(desk);
  expect(submitted.map(({ state }) => state)).toEqual(submitted.map(() => 'accepted'));
  expect(await readFailure(desk)).toBeNull();
  const calls = await callsSince(desk, { since });
  const tokens = calls.filter(({ route }) => route === 'token').length;
  const refused = calls.filter(({ status }) => status === 403).length;
  console.log(`tokens of ${tokenSeconds} s (${expiresIn}): ${tokens} in ${seconds} s, ${refused} times 403`);
  expect(tokens).toBeGreaterThanOrEqual(Math.floor(seconds / tokenSeconds));
  // Each is used to 1.5 s before its end, of which the service may cut off one.
  expect(tokens).toBeLessThanOrEqual(seconds / (tokenSeconds - 3.5) + 3);
  expect(desk.logs().filter(({ msg }) => msg === 'service.circuit-open')).toEqual([]);
  await checkInvariants(desk);
}

/** One lead every two seconds, alternating between the processes. */
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

/** The problem with the service that the desk has recorded; null if none. PostgreSQL only. */
export async function readFailure({ sql }: Desk): Promise<string | null> {
  const answer = await sql?.query<{ failure: string | null }>('select failure from service_health');
  return answer?.rows[0]?.failure ?? null;
}
