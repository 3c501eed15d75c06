import { serviceSharedState } from '@/lib/db/schema/connection';
import { type SharedState, sharedStateSchema } from '@/lib/service/rate/shared-state';
import type { Desk } from '../../support/desk/desk';
import { tablesOf } from '../submissions/clock';

/**
 * Until when no process sends calls of each class, in epoch milliseconds; undefined before anything was shared.
 * PostgreSQL only.
 */
export async function readClosedUntil(desk: Desk): Promise<SharedState['closedUntil'] | undefined> {
  const [row] = await tablesOf(desk).select().from(serviceSharedState);
  return sharedStateSchema.safeParse(row?.state).data?.closedUntil;
}
