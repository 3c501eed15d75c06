import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher';

/** Groups whose work ends when the test says so. `begun` holds each group as received. */
function heldGroups({ size = 100, room = 100 } = {}) {
  const begun: (readonly number[])[] = [];
  const ends: { succeed(fate: string): void; fail(reason: Error): void }[] = [];
  const join = createBatcher<number, string>({
    run: (items) => {
      begun.push(items);
      return new Promise((succeed, fail) => ends.push({ succeed, fail }));
    },
    size,
    room,
  });
  const later = performance.now() + 60_000;
  return { begun, ends, join: (item: number, until = later) => join(item, until) };
}

/** Lets all pending turns of the event loop run. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 3; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('work in groups', () => {
  it('begins without waiting for more when nothing is under way', async () => {
    const { begun, join } = heldGroups();
    void join(1);
    await turn();
    expect(begun).toEqual([[1]]);
  });

  it('gathers later items into the next group, in the order of arrival', async () => {
    const { begun, ends, join } = heldGroups();
    const first = join(1);
    await turn();
    const later = [2, 3, 4].map((item) => join(item));
    await turn();
    expect(begun).toEqual([[1]]);
    ends[0]?.succeed('first');
    expect(await first).toBe('first');
    await turn();
    expect(begun).toEqual([[1], [2, 3, 4]]);
    ends[1]?.succeed('second');
    expect(await Promise.all(later)).toEqual(['second', 'second', 'second']);
  });

  it('never makes a group larger than its size', async () => {
    const { begun, ends, join } = heldGroups({ size: 2 });
    const all = [1, 2, 3, 4, 5].map((item) => join(item));
    await turn();
    for (let index = 0; index < 3; index += 1) {
      ends[index]?.succeed('done');
      await turn();
    }
    await Promise.all(all);
    expect(begun).toEqual([[1, 2], [3, 4], [5]]);
  });

  it('fails every item of a group that fails, and no other', async () => {
    const { ends, join } = heldGroups({ size: 2 });
    const fates = Promise.allSettled([1, 2, 3, 4, 5].map((item) => join(item)));
    await turn();
    ends[0]?.succeed('fine');
    await turn();
    ends[1]?.fail(new Error('lost'));
    await turn();
    ends[2]?.succeed('fine again');
    expect(await fates).toMatchObject([
      { value: 'fine' },
      { value: 'fine' },
      { reason: { message: 'lost' } },
      { reason: { message: 'lost' } },
      { value: 'fine again' },
    ]);
  });

  it('continues after work that fails before it begins', async () => {
    const join = createBatcher<string, string>({
      run: ([item]) => {
        if (item === 'bad') throw new Error('no');
        return Promise.resolve('good');
      },
      size: 1,
      room: 10,
    });
    const later = performance.now() + 60_000;
    await expect(join('bad', later)).rejects.toThrow('no');
    expect(await join('fine', later)).toBe('good');
  });

  it('lets no caller wait beyond their deadline, whether their turn came or not', async () => {
    const { begun, ends, join } = heldGroups();
    const soon = performance.now() + 20;
    const first = join(1, soon);
    await turn();
    const all = [first, join(2, soon)];
    // Both from the start: they are rejected at the same moment.
    await Promise.all(all.map((one) => expect(one).rejects.toThrow('in time')));
    const third = join(3);
    ends[0]?.succeed('too late for 1');
    await turn();
    expect(begun, 'no caller waits for 2 any more').toEqual([[1], [3]]);
    ends[1]?.succeed('done');
    expect(await third).toBe('done');
  });

  it('rejects immediately what exceeds its room', async () => {
    const { ends, join } = heldGroups({ room: 2 });
    const all = [1, 2].map((item) => join(item));
    await expect(join(3)).rejects.toThrow('Too many');
    await turn();
    ends[0]?.succeed('done');
    expect(await Promise.all(all)).toEqual(['done', 'done']);
  });
});
