import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../lib/db/handle';
import { people } from '../../lib/db/schema/people';
import { freshDatabase } from './database';

let one: Database;
let other: Database;
beforeAll(async () => {
  [one, other] = await Promise.all([freshDatabase(), freshDatabase()]);
});
afterAll(() => Promise.all([one.close(), other.close()]));

describe('a fresh database', () => {
  it('is migrated and empty', async () => {
    expect(await one.db.select().from(people)).toEqual([]);
  });

  it('shares nothing with another', async () => {
    await one.db.execute(sql`create table only_here (id int)`);
    await expect(other.db.execute(sql`select * from only_here`)).rejects.toThrow();
  });
});
