import { createHmac } from 'node:crypto';

/** `x-svc-signature-v2`: over the exact bytes that are sent (interface, section 6). Lowercase hex. */
function signBody(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body, 'utf8').digest('hex');
}

type Notice = { id: string; topic: string; timestamp: string };

/** `x-svc-signature`: over the canonical JSON of id, timestamp and topic, keys in that order (interface, section 6). */
function signLegacy(secret: string, { id, timestamp, topic }: Notice): string {
  return signBody(secret, JSON.stringify({ id, timestamp, topic }));
}

/** The headers of one delivery. A body that is no notice can't be canonicalised: no legacy signature. */
export function deliveryHeaders(secret: string, body: string): Record<string, string> {
  const notice = readNotice(body);
  return {
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks/1.0',
    'x-svc-signature-v2': signBody(secret, body),
    ...(notice && { 'x-svc-signature': signLegacy(secret, notice) }),
  };
}

function readNotice(body: string): Notice | undefined {
  try {
    const { id, topic, timestamp } = JSON.parse(body);
    return { id, topic, timestamp };
  } catch {
    return undefined;
  }
}
