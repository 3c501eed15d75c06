import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { hurry, untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';
import { beganAt, callsSince } from './service/calls';
import { demandReads } from './service/demand';
import { endCircuitRest } from './service/shared-state';
import { untilShown } from './submissions/truth';

const SECOND_MS = 1_000;
/** Two processes each. */
const PROCESSES = 2;

type Stage = { desk: Desk; maya: Agent };

// Each spends most of its time waiting for the service, on a separate desk.
describe.concurrent('a service that fails for a while', () => {
  const stages: Stage[] = [];
  beforeAll(async () => {
    // One after the other, because starting needs the CPU.
    for (let count = 0; count < 3; count += 1) {
      const desk = await startDesk({ engine: 'postgres', webs: PROCESSES, seedLeads: 60 });
      stages.push({ desk, maya: await signIn(desk.door, 'Maya Lindqvist') });
      await untilQuiet(desk);
    }
  });
  afterAll(() => Promise.all(stages.map(({ desk }) => desk.stop())));
  const stage = (index: number) => stages[index] ?? expect.fail('it did not start');

  it('row 24: token endpoint down: while it hangs each process calls once in 35 s, and then all work continues', async () => {
    const { desk, maya } = stage(0);
    const seconds = 45;
    const since = await desk.vendor.logSeq();
    // Far longer than any timeout; the service logs a call when it has ended.
    await desk.vendor.setFaults({ latencyMs: 20 * SECOND_MS, onlyRoutes: ['token'] });
    await desk.vendor.revokeTokens();
    const began = Date.now();
    const demanding = demandReads(desk, { perSecond: 2, seconds });
    const ids: string[] = [];
    for (const name of ['Row24-1', 'Row24-2', 'Row24-3']) {
      const asked = performance.now();
      const { submissionId, status, state } = await maya.submit(name);
      expect(status).toBe(200);
      expect(state).not.toBe('accepted');
      expect(performance.now() - asked).toBeLessThan(9 * SECOND_MS);
      ids.push(submissionId);
    }
    await demanding;
    await desk.vendor.setFaults({ latencyMs: 0, onlyRoutes: [] });
    for (const id of ids) await untilShown(maya, { id, state: 'accepted', withinMs: 75 * SECOND_MS });
    const tokens = (await callsSince(desk, { since, route: 'token' })).filter(
      (call) => beganAt(call) < began + seconds * SECOND_MS,
    );
    expect(tokens.length, 'it was asked').toBeGreaterThanOrEqual(1);
    expect(tokens.length).toBeLessThanOrEqual(PROCESSES * 2);
    await bringThrough(desk);
    await checkInvariants(desk);
  }, 200_000);

  it.each([{ status: 401 as const, index: 1 }])(
    'row 26: client disabled: a key that gets $status everywhere costs two calls a minute, and the admin reads why',
    async ({ status, index }) => {
      const { desk, maya } = stage(index);
      const admin = await signIn(desk.door, 'Robin Hale');
      await desk.vendor.setFaults({ refuseTokens: status });
      const demanding = demandReads(desk, { perSecond: 2, seconds: 64 });
      const opened = await until('the circuit is open', () => openedAt(desk));
      await pause(SECOND_MS);
      const since = await desk.vendor.logSeq();
      const submitted = await maya.submit('Row26-1');
      expect(submitted).toMatchObject({ status: 200, state: 'queued' });
      expect((await admin.page('/admin/health')).text).toContain('The key was rejected');
      await until('a minute has passed', () => Date.now() > opened + 62 * SECOND_MS, {
        withinMs: 70 * SECOND_MS,
      });
      const calls = (await callsSince(desk, { since })).filter(
        (call) => beganAt(call) < opened + 61 * SECOND_MS,
      );
      const tokens = calls.filter(({ route }) => route === 'token').length;
      console.log(`row 26: in a minute ${calls.length - tokens} calls and ${tokens} tokens`);
      expect(calls.length - tokens).toBeLessThanOrEqual(2);
      expect(tokens).toBeLessThanOrEqual(2);
      await demanding;
      await desk.vendor.setFaults({ refuseTokens: 0 });
      await endCircuitRest(desk);
      const { submissionId: id } = submitted;
      await hurry(desk);
      await untilShown(maya, { id, state: 'accepted', withinMs: 75 * SECOND_MS });
      await bringThrough(desk);
      expect((await admin.page('/admin/health')).text).not.toContain('The key was rejected');
      await checkInvariants(desk);
    },
    200_000,
  );

  it('row 30: retry stacking: 40 s of 503 cost at most 1.2 times the calls of as long a time without', async () => {
    const { desk } = stage(2);
    const [perSecond, normalSeconds, faultSeconds] = [4, 8, 40];
    const normal = await callsDuring(desk, { perSecond, seconds: normalSeconds });
    await desk.vendor.setFaults({ errorRate: 1, errorStatus: 503 });
    const failing = await callsDuring(desk, { perSecond, seconds: faultSeconds });
    await desk.vendor.setFaults({ errorRate: 0, errorStatus: 0 });
    const [normalRate, failingRate] = [normal / normalSeconds, failing / faultSeconds];
    console.log(`row 30: ${normalRate} calls/s when well, ${failingRate} calls/s at 503`);
    expect(normalRate, 'there was something to do').toBeGreaterThan(perSecond / 2);
    expect(failing, 'and something failed').toBeGreaterThanOrEqual(1);
    expect(failingRate).toBeLessThanOrEqual(1.2 * normalRate);
    await bringThrough(desk);
    await checkInvariants(desk);
  }, 200_000);
});

/** When any process found that the circuit must open; undefined if none has. */
function openedAt(desk: Desk): number | undefined {
  const line = desk.logs().find(({ msg }) => msg === 'service.circuit-open');
  return typeof line?.fields.time === 'number' ? line.fields.time : undefined;
}

async function callsDuring(desk: Desk, demand: { perSecond: number; seconds: number }): Promise<number> {
  const since = await desk.vendor.logSeq();
  await demandReads(desk, demand);
  return (await callsSince(desk, { since })).length;
}

/** Skips backoffs until no read is left. */
async function bringThrough(desk: Desk): Promise<void> {
  const isThrough = async () => {
    await hurry(desk);
    const open = await desk.sql?.query("select 1 from jobs where topic = 'lead.refresh'");
    return open?.rows.length === 0;
  };
  await until('every lead was read', isThrough, { withinMs: 75 * SECOND_MS, everyMs: 500 });
  await untilQuiet(desk);
}
