import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHANNEL, type Database, notify } from './handle';
import { freshDatabase } from './testing';

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.close());

describe('a database', () => {
  it('is migrated when it is opened', async () => {
    const tables = await database.db.execute(sql`select table_name from information_schema.tables where table_schema = 'public'`);
    expect(tables).toBeDefined();
  });
});
