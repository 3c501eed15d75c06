import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { DRIZZLE } from '@/lib/db/migrate';
import { addLeadsInBulk, type BulkLeads } from '@/tests/support/bulk-leads';

/** Adds leads to a migrated database that has none. The desk's own connections would be cut off long before. */
export async function loadLeads(url: string, load: BulkLeads): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const db = drizzle(client, DRIZZLE);
    await db.execute(sql`set maintenance_work_mem = '512MB'`);
    await addLeadsInBulk(db, load);
    await db.execute(sql`vacuum analyze`);
  } finally {
    await client.end();
  }
}
