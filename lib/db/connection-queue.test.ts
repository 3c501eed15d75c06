import { expect, it } from 'vitest';
import { createConnectionQueue, inBackground } from './connection-queue';

/** Asks for turns that note their name; the first one holds the connection until all have asked. */
async function orderOf(asked: readonly string[]): Promise<string[]> {
  const take = createConnectionQueue();
  const order: string[] = [];
  let release = () => {};
  const held = take(() => new Promise<void>((resolve) => (release = resolve)));
  const turns = asked.map((name) => {
    const work = () => take(async () => void order.push(name));
    return name.startsWith('job') ? inBackground(work) : work();
  });
  release();
  await Promise.all([held, ...turns]);
  return order;
}

it('people go before jobs, each in the order of asking', async () => {
  expect(await orderOf(['job 1', 'page 1', 'job 2', 'page 2'])).toEqual([
    'page 1',
    'page 2',
    'job 1',
    'job 2',
  ]);
});

it('a page asks its questions without a job between them', async () => {
  const take = createConnectionQueue();
  const order: string[] = [];
  const page = async () => {
    for (const question of [1, 2, 3]) {
      await take(async () => void order.push(`page ${question}`));
      // It renders what it has read.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const [, ...jobs] = [
    page(),
    ...[1, 2].map(() => inBackground(() => take(async () => void order.push('job')))),
  ];
  await Promise.all(jobs);
  expect(order).toEqual(['page 1', 'page 2', 'page 3', 'job', 'job']);
});

it('jobs go on however many people ask', async () => {
  const take = createConnectionQueue();
  let [isOver, questions] = [false, 0];
  const pages = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      await take(() => new Promise<void>((resolve) => setTimeout(resolve, 1)));
      questions += 1;
    }
  });
  for (let job = 0; job < 3; job += 1) await inBackground(() => take(async () => {}));
  isOver = true;
  await Promise.all(pages);
  expect(questions).toBeGreaterThan(20);
});

it('one at a time, also after one that fails', async () => {
  const take = createConnectionQueue();
  let inside = 0;
  const turn = async (fails: boolean) => {
    inside += 1;
    expect(inside).toBe(1);
    await Promise.resolve();
    inside -= 1;
    if (fails) throw new Error('broken');
  };
  const turns = Array.from({ length: 20 }, (_, n) => {
    const work = () => take(() => turn(n % 3 === 0));
    return n % 2 ? inBackground(work) : work();
  });
  const results = await Promise.allSettled(turns);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(13);
});

it('work started in the background stays there, however deep', async () => {
  const take = createConnectionQueue();
  const order: string[] = [];
  let release = () => {};
  const held = take(() => new Promise<void>((resolve) => (release = resolve)));
  const job = inBackground(async () => {
    await Promise.resolve();
    await take(async () => void order.push('job'));
  });
  await Promise.resolve();
  await Promise.resolve();
  const page = take(async () => void order.push('page'));
  release();
  await Promise.all([held, job, page]);
  expect(order).toEqual(['page', 'job']);
});
