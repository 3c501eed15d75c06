import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { checkInvariants } from '../support/desk/invariants';
import { untilQuiet } from '../support/desk/quiet';
import { until } from '../support/desk/until';

describe('two web processes and a worker', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1 });
    maya = await signIn(desk.webs[0] as DeskProcess, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  it('row 42: LISTEN half-open: notice it, and notify browsers within 35 seconds', async () => {
    expect((await maya.submit('HalfOpen-1')).state).toBe('accepted');
    const { id } = await desk.vendor.leadOf('HalfOpen-1');
    await untilQuiet(desk);
    const streams = await Promise.all(desk.webs.map((web) => maya.at(web).stream()));
    await until('both streams began', () => streams.every(({ events }) => events.length > 0));
    const began = streams.map(({ events }) => events.length);

    // Every open connection to the database goes silent; new ones work.
    const stranded = performance.now();
    desk.databaseProxy?.strand();
    await desk.vendor.changeLead(id, { value: 4_242 });
    const toldAfter = await Promise.all(
      streams.map(async ({ events }, n) => {
        await until(
          `the browser on web ${n} is told to read again`,
          () => events.slice(began[n]).some(({ event }) => event === 'resync'),
          { withinMs: 35_000 },
        );
        return performance.now() - stranded;
      }),
    );
    for (const web of desk.webs) {
      await until(
        'the page shows the change',
        async () => (await maya.at(web).page(`/leads/${id}`)).text.includes('4,242'),
        { withinMs: 35_000 - (performance.now() - stranded) },
      );
    }
    await untilQuiet(desk);
    await checkInvariants(desk);
    const seconds = toldAfter.map((ms) => (ms / 1_000).toFixed(1)).join(' s and ');
    console.log(
      `row 42: told after ${seconds} s; shown after ${((performance.now() - stranded) / 1_000).toFixed(1)} s`,
    );
    for (const stream of streams) stream.close();
  });

  it('leave a job that cannot end in time to its lease, and another process claims it', async () => {
    const [lead] = await desk.vendor.listLeads();
    const worker = desk.workers[0] as DeskProcess;
    desk.serviceProxy.freeze();
    await desk.vendor.changeLead(lead?.id ?? '', { value: 77 });
    await until('the worker reads the lead', async () => {
      const held = await desk.sql?.query(
        "select 1 from jobs where topic = 'lead.refresh' and lease_until > now()",
      );
      return held?.rowCount === 1;
    });

    const ending = await worker.stop();
    expect(ending).toMatchObject({ code: 0 });
    expect(ending.ms).toBeGreaterThan(7_000);
    expect(ending.ms).toBeLessThan(15_000);
    desk.serviceProxy.heal();
    await worker.start();
    const started = performance.now();
    // The start's own comparison may repair the mirror sooner; the job is done only under its own lease.
    await until(
      'the job is done',
      async () => (await desk.sql?.query("select 1 from jobs where topic = 'lead.refresh'"))?.rowCount === 0,
      { withinMs: 25_000 },
    );
    const later = Math.round(performance.now() - started);
    console.log(`lease: ended after ${ending.ms} ms, done ${later} ms after the next start`);
    await untilQuiet(desk);
    await checkInvariants(desk);
  });
});
