import { expect, it } from 'vitest';
import { keepHistory } from './history';

const lead = (id: string) => ({ kind: 'lead' as const, id, organizationId: 'org', agentId: 'agent' });

function historyAt(start: number) {
  const clock = { now: start };
  const history = keepHistory(() => clock.now);
  return { clock, history, ids: (moment: number) => history.since(moment)?.map(({ id }) => id) };
}

it('gives the messages since a moment, that moment included', () => {
  const { clock, history, ids } = historyAt(100);
  for (const [at, id] of [
    [110, 'a'],
    [120, 'b'],
    [130, 'c'],
  ] as const) {
    clock.now = at;
    history.add(lead(id));
  }
  expect(ids(105)).toEqual(['a', 'b', 'c']);
  expect(ids(120)).toEqual(['b', 'c']);
  clock.now = 140;
  expect(ids(131)).toEqual([]);
});

it('knows nothing about the time before it began, before a gap, and of the future', () => {
  const { clock, history, ids } = historyAt(100);
  expect(ids(100)).toBeUndefined();
  clock.now = 120;
  history.add(lead('a'));
  expect(ids(121)).toBeUndefined();
  history.forget();
  clock.now = 130;
  expect(ids(120)).toBeUndefined();
  expect(ids(125)).toEqual([]);
  expect(ids(Number.NaN)).toBeUndefined();
});

it('knows nothing from before the messages it had to drop', () => {
  const { clock, history, ids } = historyAt(0);
  for (let index = 1; index <= 1_001; index += 1) {
    clock.now = index;
    history.add(lead(String(index)));
  }
  expect(ids(1)).toBeUndefined();
  expect(ids(2)).toHaveLength(1_000);
});

it('ends half a minute ago', () => {
  const { clock, ids } = historyAt(0);
  clock.now = 40_000;
  expect(ids(10_000)).toEqual([]);
  expect(ids(9_999)).toBeUndefined();
});
