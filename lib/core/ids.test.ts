import { describe, expect, it } from 'vitest';
import { isId, newId } from './ids';

describe('ids', () => {
  it('are new each time and show their kind', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('submission'));
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every((id) => /^sub_[\w-]{20}$/.test(id) && isId('submission', id))).toBe(true);
  });

  it.each([
    undefined,
    null,
    1,
    '',
    'sub_',
    newId('person'),
    `${newId('submission')}x`,
    `${newId('submission')}\n`,
    `sub_${'\u0000'.repeat(20)}`,
    {},
    ['sub'],
  ])('%j is not a submission id', (value) => {
    expect(isId('submission', value)).toBe(false);
  });
});
