import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';

/**
 * When a snapshot began. Only `order` decides which of two began first: it increases across all processes and
 * does not depend on any clock. `at`, by this process's clock, is for display.
 */
export type ReadStart = { at: Date; order: number };

const orderSchema = z.object({ rows: z.tuple([z.object({ next: z.coerce.number() })]) });

/** Call right before the request of a snapshot: its response shows the state at this moment or later. */
export async function startRead(db: Db, at: Date): Promise<ReadStart> {
  const found = await db.execute(sql`select nextval('event_order') as next`);
  return { at, order: orderSchema.parse(found).rows[0].next };
}
