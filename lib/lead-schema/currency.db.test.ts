import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/lib/db/handle';
import { freshDatabase } from '@/tests/support/database';
import { openTestPortal, type TestPortal } from '@/tests/support/portal';
import { findValueCurrency } from './currency';
import { readSchema } from './schema';

describe('the currency of values in the list', () => {
  let database: Database;
  let portal: TestPortal;

  beforeAll(async () => {
    database = await freshDatabase();
    portal = await openTestPortal();
  });
  afterAll(async () => {
    await portal.close();
    await database.close();
  });

  it('is unknown before the form was read, and then the portal’s', async () => {
    expect(await findValueCurrency(database.db)).toBeUndefined();
    await readSchema(database.db, { service: portal.service, now: new Date() });
    expect(await findValueCurrency(database.db)).toBe('EUR');
  });
});
