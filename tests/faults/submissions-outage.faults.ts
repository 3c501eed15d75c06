import { it } from 'vitest';
import { liveThroughOutage } from './submissions/outage';

it('row 31: submissions during reset calls are kept, shown as queued, and sent once afterwards', () =>
  liveThroughOutage({
    workers: 0,
    backlog: 37,
    begin: ({ vendor }) => vendor.setFaults({ down: true }),
    end: ({ vendor }) => vendor.setFaults({ down: false }),
  }));
