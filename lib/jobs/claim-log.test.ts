import { expect, it } from 'vitest';
import { keepLog } from '@/tests/support/rows';
import { createClaimLog } from './claim-log';

it('reports an outage when it begins, once a minute while it lasts, and when it ends', () => {
  const log = keepLog();
  let now = new Date('2026-11-22T10:00:00Z').getTime();
  const claims = createClaimLog(log, () => new Date(now));
  claims.succeeded();
  for (let second = 0; second < 150; second += 1) {
    for (const reason of ['database: 57P03', 'database: no answer', 'database: no answer'])
      claims.failed(reason);
    now += 1_000;
  }
  claims.succeeded();
  claims.succeeded();
  expect(log.lines.map(({ event, data }) => [event, data])).toEqual([
    ['jobs.claim-failed', { reason: 'database: 57P03', count: 1 }],
    ['jobs.claim-failed', { reason: 'database: 57P03', count: 180 }],
    ['jobs.claim-failed', { reason: 'database: 57P03', count: 180 }],
    ['jobs.claimed-again', { ms: 150_000 }],
  ]);
});

it('reports the next outage at once', () => {
  const log = keepLog();
  const claims = createClaimLog(log, () => new Date('2026-11-22T10:00:00Z'));
  claims.failed('a');
  claims.succeeded();
  claims.failed('b');
  expect(log.lines.map(({ event }) => event)).toEqual([
    'jobs.claim-failed',
    'jobs.claimed-again',
    'jobs.claim-failed',
  ]);
});
