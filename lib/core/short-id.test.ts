import { expect, it } from 'vitest';
import { shortId } from './short-id';

it.each([
  ['66b0c4d2e8f1a35790d4e201', '…d4e201'],
  ['66b0c4d2e8f1a35790d4e202', '…d4e202'],
  ['agent-7', 'agent-7'],
  ['', ''],
])('%j is read as %j', (id, shown) => {
  expect(shortId(id)).toBe(shown);
});
