import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from '../support/desk/desk';
import { checkInvariants } from '../support/desk/invariants';
import { sendBurst } from './webhooks/burst';

describe('a burst of events', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres', webs: 2, workers: 1, seedLeads: 60 });
  });
  afterAll(() => desk.stop());

  it('row 10: burst: 1,200 events on 40 leads are all answered 200, at most three reads a lead', async () => {
    const burst = await sendBurst(desk, { leads: 40, events: 1_200, seconds: 4 });
    console.log(
      `p99 ${Math.round(burst.p99Ms)} ms, ${burst.reads} reads, quiet after ${Math.round(burst.quietAfterMs)} ms`,
    );
    expect(new Set(burst.receipts.map(({ status }) => status))).toEqual(new Set([200]));
    expect(burst.reads).toBeLessThanOrEqual(120);
    // How fast it is, `npm run bench -- webhooks` measures: beside other tests it takes its time.
    expect(burst.quietAfterMs).toBeLessThan(30_000);
    await checkInvariants(desk);
  });
});
