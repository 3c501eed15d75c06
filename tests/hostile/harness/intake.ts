import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { footprintOf } from './footprint';
import { type Letter, send } from './send';
import { openWorld, receiverOf } from './world';

export const LEGACY = 'x-svc-signature';
export const V2 = 'x-svc-signature-v2';

/** A world whose `lead/update` receiver gets deliveries about an existing lead. */
export async function openIntake() {
  const world = await openWorld();
  const receiver = receiverOf(world.desk);
  const [lead] = await world.desk.vendor.listLeads();
  const notice = { id: lead?.id ?? '', topic: 'lead/update', timestamp: '2026-03-02T09:00:00.000Z' };
  const body = JSON.stringify(notice);

  const hmac = (text: string | Uint8Array, secret = receiver.secret) =>
    createHmac('sha256', secret).update(text).digest('hex');
  const legacyOf = ({ id, timestamp, topic } = notice) => hmac(JSON.stringify({ id, timestamp, topic }));

  function deliver(headers: Letter['headers'], text: string | Uint8Array = body, path = receiver.path) {
    return send({ origin: world.origin, path, method: 'POST', headers, body: text });
  }

  /** Makes an unverified delivery: expects 401, no details and no trace. */
  async function expectRefused(headers: Letter['headers'], text: string | Uint8Array = body) {
    // An accepted one leaves a row of its own. Jobs and leads also change without a delivery.
    const before = await footprintOf(world.sql);
    const response = await deliver(headers, text);
    expect(response.status).toBe(401);
    expect(response.body).toBe('');
    expect(await footprintOf(world.sql)).toEqual(before);
  }

  return { world, receiver, notice, body, hmac, legacyOf, deliver, expectRefused };
}

export type Intake = Awaited<ReturnType<typeof openIntake>>;
