import { describe, expect, it } from 'vitest';
import { isRowError, unlessRowError } from './row-error';

const withCode = (code: string) => Object.assign(new Error('A statement failed'), { code });

describe('an error of a statement', () => {
  it.each(['22P05', '22021', '22003', '23505', '23514', '54000', 'P0001'])(
    'is caused by the row: %s',
    (code) => {
      expect(isRowError(withCode(code))).toBe(true);
      expect(isRowError(new Error('wrapped', { cause: withCode(code) }))).toBe(true);
    },
  );

  it.each(['08006', '25P03', '40001', '40P01', '42P01', '53300', '55P03', '57014', '57P01', 'ECONNREFUSED'])(
    'is caused by the database, and says nothing about the row: %s',
    (code) => expect(isRowError(withCode(code))).toBe(false),
  );

  it('is caused by the row if our own code cannot process its values', () => {
    expect(isRowError(new RangeError('Invalid time value'))).toBe(true);
    expect(isRowError(new TypeError('fetch failed', { cause: withCode('ECONNRESET') }))).toBe(false);
    expect(isRowError(new Error('timeout exceeded when trying to connect'))).toBe(false);
  });

  it('is rethrown unless it is caused by the row', async () => {
    const fails = (code: string) => () => Promise.reject(withCode(code));
    expect(await unlessRowError(fails('54000'), 'other')).toBe('other');
    await expect(unlessRowError(fails('57P01'), 'other')).rejects.toThrow('A statement failed');
  });
});
