import 'server-only';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The hidden field that binds a form's id to the refused submission that the form corrects. */
export const CORRECTION = 'correction';

type Correction = { formId: string; replaces: string };

/**
 * Proves that the form with this id was rendered to correct this refused submission. Only this desk can create
 * it.
 */
export function sealCorrection({ formId, replaces }: Correction, appSecret: string): string {
  const key = Buffer.from(hkdfSync('sha256', appSecret, 'partner-desk', 'correction', 32));
  return createHmac('sha256', key)
    .update(JSON.stringify([formId, replaces]))
    .digest('base64url');
}

/** Whether a posted value is the seal of these two. */
export function isSealed(posted: unknown, correction: Correction, appSecret: string): boolean {
  if (typeof posted !== 'string') return false;
  const [left, right] = [Buffer.from(posted), Buffer.from(sealCorrection(correction, appSecret))];
  return left.length === right.length && timingSafeEqual(left, right);
}
