import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Checks a delivery's v2 signature (interface 6): HMAC-SHA256 over exactly the bytes received, compared in
 * constant time. The legacy signature is never read: it does not cover the whole body, and is always sent beside v2.
 *
 * @param signature the header as received; null where it is absent
 */
export function verifyDelivery({
  body,
  signature,
  secret,
}: {
  body: Uint8Array;
  signature: string | null;
  secret: string;
}): boolean {
  if (signature === null || !/^[0-9a-f]{64}$/i.test(signature)) return false;
  const expected = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex'));
}
