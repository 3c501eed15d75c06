import 'server-only';
import { z } from 'zod';
import { type Db, notify } from '@/lib/db/handle';

const messageSchema = z.object({
  kind: z.enum(['lead', 'submission']),
  id: z.string(),
  organizationId: z.string(),
  agentId: z.string(),
});

/**
 * A hint that something of this organization and agent changed: ids only, readers refetch with their own
 * rights.
 */
export type LiveMessage = z.infer<typeof messageSchema>;

/** Publishes the change to every process when the caller's transaction commits. */
export function publishChange(db: Db, { kind, id, organizationId, agentId }: LiveMessage): Promise<void> {
  // Only these four: callers pass whole rows, and NOTIFY takes 8,000 bytes at most.
  return notify(db, JSON.stringify({ kind, id, organizationId, agentId }));
}

/** The message in a NOTIFY payload; undefined for other payloads, such as a worker's wake-up. */
export function toLiveMessage(payload: string): LiveMessage | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
