import 'server-only';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../lib/db/handle';

const timesSchema = z.object({
  rows: z.array(
    z.object({
      organizationId: z.string(),
      agentId: z.string(),
      kind: z.string(),
      status: z.string(),
      week: z.string(),
      bucket: z.number(),
      count: z.number(),
    }),
  ),
});

/** How many times of each length the histograms of agents have, without what was taken back. */
export async function listKeptTimes(db: Db) {
  const kept = await db.execute(sql`
    select organization_id as "organizationId", agent_id as "agentId", kind, status, week::text, bucket::int, count
    from answer_times`);
  return timesSchema.parse(kept).rows;
}
