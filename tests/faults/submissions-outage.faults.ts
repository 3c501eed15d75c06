import { it } from 'vitest';
import { liveThroughOutage } from './submissions/outage';

it('row 31: what is submitted while every call is reset is kept, truly called queued, and sent once after it', () =>
  liveThroughOutage({
    ...{ workers: 0, backlog: 37 },
    begin: ({ vendor }) => vendor.setFaults({ down: true }),
    end: ({ vendor }) => vendor.setFaults({ down: false }),
  }));
