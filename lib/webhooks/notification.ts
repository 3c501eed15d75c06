import 'server-only';
import { z } from 'zod';
import { isStorable } from '@/lib/core/text';

/**
 * An id that can name one lead in an address: letters, digits and the signs that ids of this kind are made of. The
 * interface documents none, so this is generous; `..`, slashes, queries, spaces and line ends name no lead, however
 * well they are signed, and are kept for the admin to see instead of being asked for.
 */
const LEAD_ID = /^(?!\.{1,2}$)[\p{L}\p{N}._:~@=+-]{1,200}$/u;

/** The body of a delivery (interface 2.5). Anything else in it is ignored. */
const notificationSchema = z.object({
  id: z.string().regex(LEAD_ID),
  topic: z.string().max(100).refine(isStorable),
  timestamp: z.string().max(100).refine(isStorable),
});

/** What a delivery says: this lead changed. Never how. */
export type Notification = z.infer<typeof notificationSchema>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads the bytes of a verified delivery; undefined if they say nothing that we can act on. */
export function readNotification(body: Uint8Array): Notification | undefined {
  try {
    return notificationSchema.safeParse(JSON.parse(utf8.decode(body))).data;
  } catch {
    return undefined;
  }
}
