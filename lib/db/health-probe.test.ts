import { expect, it } from 'vitest';
import { createHealthProbe } from './health-probe';

/** A database that answers when the test allows it. */
function heldDatabase() {
  const questions: { answer(): void; fail(): void }[] = [];
  const ask = () =>
    new Promise<void>((resolve, reject) => {
      questions.push({ answer: resolve, fail: () => reject(new Error('gone')) });
    });
  return { questions, ask };
}

it('asks once for all concurrent callers', async () => {
  const { questions, ask } = heldDatabase();
  const { answers } = createHealthProbe(ask);
  const all = Promise.all([answers(), answers(), answers()]);
  expect(questions).toHaveLength(1);
  questions[0]?.answer();
  expect(await all).toEqual([true, true, true]);
});

it('caches a good answer for a while, and never a bad one', async () => {
  const { questions, ask } = heldDatabase();
  const { answers } = createHealthProbe(ask, { goodForMs: 60_000 });
  const first = answers();
  questions[0]?.fail();
  expect(await first).toBe(false);
  const second = answers();
  questions[1]?.answer();
  expect(await second).toBe(true);
  expect(await answers()).toBe(true);
  expect(questions).toHaveLength(2);
});

it('asks again after a connection broke', async () => {
  const { questions, ask } = heldDatabase();
  const { answers, invalidate } = createHealthProbe(ask, { goodForMs: 60_000 });
  const first = answers();
  questions[0]?.answer();
  expect(await first).toBe(true);
  invalidate();
  const second = answers();
  questions[1]?.fail();
  expect(await second).toBe(false);
});

it('does not ask for a while after a successful query', async () => {
  const { questions, ask } = heldDatabase();
  const { answers, markHealthy } = createHealthProbe(ask, { goodForMs: 60_000 });
  markHealthy();
  expect(await answers()).toBe(true);
  expect(questions).toHaveLength(0);
});

it('is false if the answer takes too long, without a second query in the meantime', async () => {
  const { questions, ask } = heldDatabase();
  const { answers } = createHealthProbe(ask, { limitMs: 5 });
  expect(await answers()).toBe(false);
  expect(await answers()).toBe(false);
  expect(questions).toHaveLength(1);
  const third = answers();
  questions[0]?.answer();
  expect(await third).toBe(true);
});
