import 'server-only';
import { z } from 'zod';

/** The signature of every receipt: Ed25519. */
export const ALGORITHM = 'EdDSA';

/** The `typ` of a receipt's header, so that no other token can be taken for one. */
export const RECEIPT_TYPE = 'lead-receipt+jwt';

const instant = z.iso.datetime();

/** What a receipt states. Nothing about the lead itself but its id: whoever has the code can read all of it. */
export const claimsSchema = z.object({
  /** The desk's address when it was issued. */
  iss: z.string(),
  /** The lead's id in the portal. */
  sub: z.string(),
  /** The submission's id on this desk. */
  jti: z.string(),
  /** Who submitted, by their name here. */
  person: z.string(),
  organization_id: z.string(),
  organization: z.string().optional(),
  agent_id: z.string(),
  agent: z.string().optional(),
  /** When the person submitted here, however often and however late it was sent. */
  submitted: instant,
  /** Every request that was sent, oldest first, with the status of the response if there was one. */
  sent: z.array(z.object({ at: instant, status: z.number().optional() })),
  /** When this desk learned that the portal had accepted it, and how. */
  accepted: instant,
  accepted_by: z.enum(['response', 'search', 'admin']),
  /** When the portal created the lead, by its own clock, if it had said so. */
  portal_created: instant.optional(),
  /** The digest of the answers file. */
  answers_sha256: z.string(),
});

export type ReceiptClaims = z.infer<typeof claimsSchema>;
