import { expect, it } from 'vitest';
import { toElementId } from './element-id';

it('ids of organizations and agents make ids of elements without a space, each its own', () => {
  const ids = ['["org 1","a"]', '["org","1 a"]', '["org\u00a01","a"]', '["org\t1","a"]'].map(toElementId);
  expect(ids.filter((id) => /\s/.test(id))).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
