import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The two signature headers of a delivery, as received; null where a header is absent. */
export type SentSignatures = { v2: string | null; legacy: string | null };

/** `v2` and `legacy` name the signature that proved the delivery; `none` means it is not proved. */
export type Verdict = 'v2' | 'legacy' | 'none';

/**
 * Checks a delivery's signature (interface 6): HMAC-SHA256 over exactly the bytes received, compared in
 * constant time with every live secret, so that a rotation breaks nothing.
 *
 * If the v2 header is present it alone decides, or a forger would simply send a bad v2 beside a legacy
 * signature taken from elsewhere. The legacy one is valid only where v2 is absent and the admin allowed it.
 */
export function verifyDelivery({
  body,
  sent,
  secrets,
  legacyAllowed,
}: {
  body: Uint8Array;
  sent: SentSignatures;
  secrets: readonly string[];
  legacyAllowed: boolean;
}): Verdict {
  if (sent.v2 !== null) return matches({ signed: body, hex: sent.v2, secrets }) ? 'v2' : 'none';
  if (sent.legacy === null || !legacyAllowed) return 'none';
  const canonical = legacyForm(body);
  if (canonical === undefined) return 'none';
  return matches({ signed: canonical, hex: sent.legacy, secrets }) ? 'legacy' : 'none';
}

function matches({
  signed,
  hex,
  secrets,
}: {
  signed: Uint8Array | string;
  hex: string;
  secrets: readonly string[];
}) {
  if (!/^[0-9a-f]{64}$/i.test(hex)) return false;
  const sent = Buffer.from(hex, 'hex');
  let found = false;
  // Every secret is tried, so that the time taken does not reveal which one matched.
  for (const secret of secrets) {
    if (timingSafeEqual(createHmac('sha256', secret).update(signed).digest(), sent)) found = true;
  }
  return found;
}

/**
 * What the legacy signature covers: `id`, `timestamp` and `topic` as JSON with the keys in that order. A body
 * with anything more in it, even a space, is not fully covered by the signature, and is refused: otherwise
 * one signature would prove any number of different bodies.
 */
function legacyForm(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    const parsed: unknown = JSON.parse(text);
    if (!parsed || typeof parsed !== 'object' || JSON.stringify(parsed) !== text) return undefined;
    const { id, timestamp, topic, ...more } = parsed as Record<string, unknown>;
    const whole = [id, timestamp, topic].every((value) => typeof value === 'string');
    return whole && Object.keys(more).length === 0 ? JSON.stringify({ id, timestamp, topic }) : undefined;
  } catch {
    return undefined;
  }
}
