import 'server-only';
import { z } from 'zod';
import { type Db, notify } from '@/lib/db/handle';

const messageSchema = z.object({
  kind: z.enum(['lead', 'submission']),
  id: z.string(),
  organizationId: z.string(),
  agentId: z.string(),
});

/** A hint that something of this organization and agent changed: ids only, the reader re-reads as itself. */
export type LiveMessage = z.infer<typeof messageSchema>;

/** Tells every process of the change when the caller's transaction commits. */
export function tell(db: Db, message: LiveMessage): Promise<void> {
  return notify(db, JSON.stringify(message));
}

/** The message in a NOTIFY payload; undefined if the payload is something else, as a worker's wake-up. */
export function toLiveMessage(payload: string): LiveMessage | undefined {
  if (!payload.startsWith('{')) return undefined;
  const parsed = messageSchema.safeParse(JSON.parse(payload));
  return parsed.success ? parsed.data : undefined;
}
