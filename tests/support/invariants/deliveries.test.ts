import { describe, expect, it } from 'vitest';
import { judgeDeliveries } from './deliveries';
import { summarise } from './verdict';

const event = (leadId: string) => ({ topic: 'lead/update', leadId, timestamp: 't' });
const row = (leadId: string, count: number) => ({ ...event(leadId), count });
const noPoison = { acknowledged: [], rows: [] };

describe('I3, no 200 without a row', () => {
  it('holds when every copy is counted, and also when more arrived than were answered', () => {
    const verdict = judgeDeliveries({
      acknowledged: [event('a'), event('a'), event('b')],
      rows: [row('a', 3), row('b', 1), row('c', 1)],
      poison: { acknowledged: ['hash'], rows: [{ digest: 'hash', count: 1 }] },
    });
    expect(verdict.violations).toEqual([]);
    expect(summarise(verdict)).toBe(
      'I3 no 200 without a row: 4 acknowledged deliveries, 4 rows, 0 unwritten',
    );
  });

  it.each([
    [
      'an event nobody wrote down',
      { acknowledged: [event('a')], rows: [row('b', 1)], poison: noPoison },
      'lead/update a t: 1 times answered with 200, 0 times written',
    ],
    [
      'a copy that was not counted',
      { acknowledged: [event('a'), event('a')], rows: [row('a', 1)], poison: noPoison },
      'lead/update a t: 2 times answered with 200, 1 times written',
    ],
    [
      'bytes that were dropped instead of kept',
      { acknowledged: [], rows: [], poison: { acknowledged: ['hash'], rows: [] } },
      'hash: 1 times answered with 200, 0 times written',
    ],
  ])('finds %s', (_what, facts, sentence) => {
    expect(judgeDeliveries(facts).violations).toEqual([sentence]);
  });
});
