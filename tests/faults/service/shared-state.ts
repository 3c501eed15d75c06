import { sql } from 'drizzle-orm';
import { serviceSharedState } from '@/lib/db/schema/connection';
import { type SharedState, sharedStateSchema } from '@/lib/service/rate/shared-state';
import type { Desk } from '../../support/desk/desk';
import { tablesOf } from '../submissions/clock';

/** Until when no process sends calls of each class, in epoch milliseconds; undefined before anything was shared. PostgreSQL only. */
export async function readClosedUntil(desk: Desk): Promise<SharedState['closedUntil'] | undefined> {
  const [row] = await tablesOf(desk).select().from(serviceSharedState);
  return sharedStateSchema.safeParse(row?.state).data?.closedUntil;
}

/** As if the circuit had been open long enough: the next read may go out as the probe. PostgreSQL only. */
export async function endCircuitRest(desk: Desk): Promise<void> {
  const state = sql`jsonb_set(${serviceSharedState.state}, '{circuit,until}', to_jsonb(${Date.now()}::bigint))`;
  const moved = await tablesOf(desk)
    .update(serviceSharedState)
    .set({ state })
    .where(sql`jsonb_typeof(${serviceSharedState.state} -> 'circuit') = 'object'`)
    .returning({ name: serviceSharedState.name });
  if (moved.length === 0) throw new Error('The circuit is not open.');
}
