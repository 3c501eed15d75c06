import { expect, it } from 'vitest';
import { createReachability } from './reachability';

/** A desk and a clock controlled by the test. */
function start({ hasNetwork = true, random = 1 } = {}) {
  const desk = { isThere: false, probes: 0, hasNetwork };
  const alarms: { ms: number; call: () => void }[] = [];
  const reach = createReachability({
    probe: async () => {
      desk.probes += 1;
      return desk.isThere;
    },
    hasNetwork: () => desk.hasNetwork,
    random: () => random,
    later: (call, ms) => {
      const alarm = { ms, call };
      alarms.push(alarm);
      return () => alarms.splice(alarms.indexOf(alarm), alarms.includes(alarm) ? 1 : 0);
    },
  });
  const ring = async () => {
    alarms.shift()?.call();
    // Joins the current probe, or starts none: the desk's response is the same either way.
    await reach.check();
  };
  return { reach, desk, alarms, ring };
}

it('makes no request until one is reported lost', () => {
  const { reach, desk, alarms } = start();
  expect(reach.get()).toBe('reachable');
  expect(desk.probes).toBe(0);
  expect(alarms).toEqual([]);
});

it('distinguishes a browser without a network from a desk that does not answer', () => {
  const away = start();
  away.reach.lost();
  expect(away.reach.get()).toBe('unreachable');
  const offline = start({ hasNetwork: false });
  offline.reach.lost();
  expect(offline.reach.get()).toBe('offline');
});

it('probes at growing intervals up to half a minute until the desk answers, then stops', async () => {
  const { reach, desk, alarms, ring } = start();
  const waits: number[] = [];
  reach.lost();
  for (let round = 0; round < 7; round += 1) {
    waits.push(...alarms.map(({ ms }) => ms));
    await ring();
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  desk.isThere = true;
  await ring();
  expect(reach.get()).toBe('reachable');
  expect(alarms).toEqual([]);
});

it('waits longer for a request that fails again although the desk answers its probes', () => {
  const { reach, alarms } = start();
  reach.lost(3);
  expect(alarms.map(({ ms }) => ms)).toEqual([4_000]);
});

it('resolves waiting callers once the desk answers, and not before', async () => {
  const { reach, desk } = start();
  const heard: string[] = [];
  reach.lost();
  const waiting = reach.regained().then(() => heard.push('back'));
  await reach.check();
  expect(heard).toEqual([]);
  desk.isThere = true;
  await reach.check();
  await waiting;
  expect(heard).toEqual(['back']);
});

it('without a network the first response may be from before it went, and the second counts', async () => {
  const { reach, desk, alarms, ring } = start();
  desk.isThere = true;
  desk.hasNetwork = false;
  expect(await reach.check()).toBe(false);
  expect(reach.get()).toBe('reachable');
  desk.isThere = false;
  await ring();
  expect(reach.get()).toBe('offline');

  // Some browsers report no network although the desk answers.
  desk.isThere = true;
  await ring();
  expect(reach.get()).toBe('offline');
  await ring();
  expect(reach.get()).toBe('reachable');
  expect(alarms).toEqual([]);
});

it('ten concurrent callers share one probe', async () => {
  const { reach, desk } = start();
  await Promise.all(Array.from({ length: 10 }, () => reach.check()));
  expect(desk.probes).toBe(1);
});
