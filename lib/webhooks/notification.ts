import 'server-only';
import { z } from 'zod';

/** The body of a delivery (interface 2.5). What is more than this is not ours to judge. */
const notificationSchema = z.object({
  id: z.string().min(1).max(200).refine(isStorable),
  topic: z.string().max(100).refine(isStorable),
  timestamp: z.string().max(100).refine(isStorable),
});

/** What a delivery says: this lead changed. Never how. */
export type Notification = z.infer<typeof notificationSchema>;

/** PostgreSQL's text takes neither. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the bytes of a verified delivery; undefined if they say nothing that we can act on. */
export function readNotification(body: Uint8Array): Notification | undefined {
  try {
    return notificationSchema.safeParse(JSON.parse(utf8.decode(body))).data;
  } catch {
    return undefined;
  }
}
