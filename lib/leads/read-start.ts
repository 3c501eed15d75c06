import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '@/lib/db/handle';

/**
 * When a reading began. Which of two began first is for `order` alone to say: it rises across all processes, and no
 * clock that is wrong or set back disturbs it. `at`, by this process's clock, is for people to read.
 */
export type ReadStart = { at: Date; order: number };

const orderSchema = z.object({ rows: z.tuple([z.object({ next: z.coerce.number() })]) });

/** To be called right before the request of a reading is made: what it shows is as of then or later. */
export async function startReading(db: Db, at: Date): Promise<ReadStart> {
  const found = await db.execute(sql`select nextval('event_order') as next`);
  return { at, order: orderSchema.parse(found).rows[0].next };
}
