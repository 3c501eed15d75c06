import { expect, it } from 'vitest';
import { tellApart } from './tell-apart';

it('numbers labels that repeat an earlier one, and takes no label that another one has', () => {
  expect(tellApart(['Phone', 'Email', 'phone', 'Phone (2)', 'Phone'])).toEqual([
    'Phone',
    'Email',
    'phone (3)',
    'Phone (2)',
    'Phone (4)',
  ]);
});
