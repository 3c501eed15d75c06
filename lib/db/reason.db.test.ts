import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { people } from '@/lib/db/schema/people';
import { freshDatabase } from '@/tests/support/database';
import type { Database } from './handle';
import { reasonOf } from './reason';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('the reason of a failure', () => {
  it('never repeats the values of a statement', async () => {
    const person = { id: 'per_1', email: 'ada@lovelace.example', name: 'Ada Lovelace' };
    await database.db.insert(people).values(person);
    const error = await database.db
      .insert(people)
      .values(person)
      .then(
        () => undefined,
        (cause: unknown) => cause,
      );
    expect(inspect(error, { depth: 9 }), 'in Next’s log').not.toMatch(/lovelace/i);
    expect(reasonOf(error)).toBe('database: 23505');
    expect(reasonOf(new Error('wrapped', { cause: error }))).toBe('database: 23505');
  });

  it('includes the message of our own errors', () => {
    expect(reasonOf(new TypeError('broken'))).toBe('TypeError: broken');
    expect(reasonOf('thrown text')).toBe('unknown error');
  });
});
