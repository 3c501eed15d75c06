import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { askForReads, callsSince } from './service/calls';

const LIMIT = 5;
const WORKERS = 4;
const JOBS = 1_001;
const SETTLING_SECONDS = 60;
const MEASURED_SECONDS = 40;

it('row 28: 429 storm: four workers find an unannounced limit, and stay just below it', async () => {
  const desk = await startDesk({ engine: 'postgres', workers: WORKERS, seedLeads: JOBS });
  await untilQuiet(desk);
  await desk.vendor.setSettings({ requestsPerSecond: LIMIT });
  await askForReads(desk, await desk.vendor.listLeads());
  await pause(SETTLING_SECONDS * 1_000);
  const since = await desk.vendor.logSeq();
  await pause(MEASURED_SECONDS * 1_000);
  const calls = await callsSince(desk, { since });
  const good = calls.filter(({ status }) => status === 200).length;
  const refused = calls.filter(({ status }) => status === 429).length;
  const goodput = good / MEASURED_SECONDS / LIMIT;
  const share = refused / calls.length;
  console.log(
    `row 28: after ${SETTLING_SECONDS} s ${(100 * goodput).toFixed(1)} % of ${LIMIT}/s, ${(100 * share).toFixed(1)} % of the calls refused`,
  );
  // The goals are 80 % and 5 %; these bounds must hold on a busy machine, too.
  expect(goodput).toBeGreaterThanOrEqual(0.7);
  expect(share).toBeLessThan(0.1);
  await desk.vendor.setSettings({ requestsPerSecond: 0 });
  await checkInvariants(desk);
}, 240_000);
