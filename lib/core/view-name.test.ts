import { describe, expect, it } from 'vitest';
import { MAX_VIEW_NAME, toViewName } from './view-name';

describe('the name of a view', () => {
  it('is one line, in any script, and keeps emoji whole', () => {
    expect(toViewName('  Won \n this\tyear ')).toBe('Won this year');
    expect(toViewName('عملاء جدد')).toBe('عملاء جدد');
    expect(toViewName('👨‍👩‍👧 families')).toBe('👨‍👩‍👧 families');
  });

  it('has no marks that turn what follows', () => {
    expect(toViewName('\u202eevil\u2066')).toBe('evil');
  });

  it('is refused if it is too long, or nothing of it can be seen', () => {
    expect(toViewName('🙂'.repeat(MAX_VIEW_NAME))).toHaveLength(2 * MAX_VIEW_NAME);
    expect(toViewName('a'.repeat(MAX_VIEW_NAME + 1))).toBeUndefined();
    expect(toViewName(' \u200b\u200d ')).toBeUndefined();
  });
});
