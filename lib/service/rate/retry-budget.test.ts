import fc from 'fast-check';
import { expect, it } from 'vitest';
import { afterCalls, createBudget, retryIn } from './retry-budget';

const minute = 60_000;
const ended = { deposits: 0, failedRetries: 0 };

it('successful retries are free, in any number', () => {
  let budget = createBudget(0);
  for (let call = 0; call < 1000; call += 1) budget = afterCalls(budget, { ...ended, now: 0, deposits: 1 });
  expect(retryIn(budget, 0)).toBe(0);
});

it('failed retries are held back until first tries or time refill the budget', () => {
  const spent = afterCalls(createBudget(0), { ...ended, now: 0, failedRetries: 10 });
  expect(retryIn(spent, 0)).toBe(5_000);
  expect(retryIn(spent, 5_000)).toBe(0);
  expect(retryIn(afterCalls(spent, { ...ended, now: 0, deposits: 5 }), 0)).toBe(0);
});

it('after the worst outage a retry is sent within half a minute', () => {
  const worst = afterCalls(createBudget(0), { ...ended, now: 0, failedRetries: 10_000 });
  expect(retryIn(worst, 0)).toBe(30_000);
});

it('an endless outage adds at most a fifth to the load, and one retry in five seconds', () => {
  const call = fc.record({ passed: fc.nat(2_000), isRetry: fc.boolean() });
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 500 }), (calls) => {
      let budget = createBudget(minute);
      let now = minute;
      const sent = { first: 0, retries: 0 };
      for (const { passed, isRetry } of calls) {
        now += passed;
        if (isRetry && retryIn(budget, now) > 0) continue;
        if (isRetry) sent.retries += 1;
        else sent.first += 1;
        const count = isRetry ? { deposits: 0, failedRetries: 1 } : { deposits: 1, failedRetries: 0 };
        budget = afterCalls(budget, { ...count, now });
      }
      const start = 10;
      expect(sent.retries).toBeLessThanOrEqual(
        start + sent.first * 0.2 + ((now - minute) / 1000) * 0.2 + 1e-6,
      );
    }),
  );
});
