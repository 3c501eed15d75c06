import { expect, it } from 'vitest';
import { inOrder } from './tables';

it('a table comes after those that it refers to', () => {
  const tables = [
    { name: 'a', needs: ['c', 'b'] },
    { name: 'b', needs: ['c'] },
    { name: 'c', needs: [] },
    { name: 'd', needs: [] },
  ];
  expect(inOrder(tables).map(({ name }) => name)).toEqual(['c', 'b', 'a', 'd']);
  expect(() =>
    inOrder([
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['a'] },
    ]),
  ).toThrow('a, b');
});
