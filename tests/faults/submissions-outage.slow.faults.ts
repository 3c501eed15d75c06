import { it } from 'vitest';
import { liveThroughOutage } from './submissions/outage';

it(
  'row 31: 100 submissions while no call is answered, on two workers, become one lead each after it',
  {
    timeout: 300_000,
  },
  () =>
    liveThroughOutage({
      workers: 2,
      backlog: 97,
      begin: ({ serviceProxy }) => serviceProxy.freeze(),
      end({ serviceProxy }) {
        // Requests in flight at that point never arrive.
        serviceProxy.strand();
        serviceProxy.heal();
      },
    }),
);
