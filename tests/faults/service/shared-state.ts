import { like, sql } from 'drizzle-orm';
import { z } from 'zod';
import { serviceSharedState } from '@/lib/db/schema/connection';
import type { Desk } from '../../support/desk/desk';
import { tablesOf } from '../submissions/clock';

const rateStateSchema = z.object({
  bucket: z.object({ perSecond: z.number(), since: z.number() }),
  refusals: z.number(),
});

type CallClass = 'interactive' | 'background' | 'sweep';

/** The rate at which all processes together send calls of one class. PostgreSQL only. */
export const readRate = async (desk: Desk, callClass: CallClass) => (await readState(desk, callClass)).bucket;

/** How many refusals of one class all processes know of. PostgreSQL only. */
export const readRefusals = async (desk: Desk, callClass: CallClass) =>
  (await readState(desk, callClass)).refusals;

async function readState(desk: Desk, callClass: CallClass) {
  const [row] = await tablesOf(desk)
    .select()
    .from(serviceSharedState)
    .where(like(serviceSharedState.name, `%calls.${callClass}`));
  return rateStateSchema.parse(row?.state);
}

/** As if the circuit had been open long enough: the next read may go out as the probe. PostgreSQL only. */
export async function endCircuitRest(desk: Desk): Promise<void> {
  const state = sql`jsonb_set(${serviceSharedState.state}, '{openUntil}', to_jsonb(${Date.now()}::bigint))`;
  const moved = await tablesOf(desk)
    .update(serviceSharedState)
    .set({ state })
    .where(like(serviceSharedState.name, '%circuit'))
    .returning({ name: serviceSharedState.name });
  if (moved.length === 0) throw new Error('There is no circuit: nothing was ever shared about it.');
}
