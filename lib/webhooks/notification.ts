import 'server-only';
import { z } from 'zod';
import { isStorable } from '@/lib/core/text';

/**
 * An id that can name one lead in a URL: letters, digits and the signs common in such ids. The interface
 * documents none, so this is generous; `..`, slashes, queries, spaces and line ends name no lead, even with a
 * valid signature, and are kept for the admin instead of being requested.
 */
const LEAD_ID = /^(?!\.{1,2}$)[\p{L}\p{N}._:~@=+-]{1,200}$/u;

/** The body of a delivery (interface 2.5). All other properties are ignored. */
const notificationSchema = z.object({
  id: z.string().regex(LEAD_ID),
  topic: z.string().max(100).refine(isStorable),
  timestamp: z.string().max(100).refine(isStorable),
});

/** The content of a delivery: this lead changed. Never how. */
export type Notification = z.infer<typeof notificationSchema>;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses the bytes of a verified delivery; undefined if there is nothing to act on. */
export function readNotification(body: Uint8Array): Notification | undefined {
  try {
    return notificationSchema.safeParse(JSON.parse(utf8.decode(body))).data;
  } catch {
    return undefined;
  }
}
