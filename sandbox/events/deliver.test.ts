import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  LEAD,
  LEADS,
  openReceiver,
  openSandbox,
  type Received,
  type SandboxCaller,
  SUBSCRIPTIONS,
} from '@/tests/support/sandbox';

type Receiver = Awaited<ReturnType<typeof openReceiver>>;

let desk: SandboxCaller;
let receiver: Receiver;
let response: (received: Received, count: number) => number;
beforeEach(async () => {
  response = () => 200;
  desk = await openSandbox();
  receiver = await openReceiver((received, count) => response(received, count));
  await desk.vendor('PUT', '/settings', { retryFirstMs: 5, retryCapMs: 20 });
});
afterEach(async () => {
  await desk.close();
  await receiver.close();
});

const subscribe = async (topic: string) => {
  const { body } = await desk.call('POST', SUBSCRIPTIONS, { topic, url: receiver.url });
  return { id: String(at(body, 'data', 'id')), secret: String(at(body, 'data', 'signingSecret')) };
};
const create = async () => String(at((await desk.call('POST', LEADS, LEAD)).body, 'id'));
const hmac = (secret: string, data: Buffer | string) =>
  createHmac('sha256', secret).update(data).digest('hex');
const deliveries = async () => {
  const { body } = await desk.vendor('GET', '/deliveries');
  return Array.isArray(body) ? body : [];
};

describe('a delivery (interface, section 6)', () => {
  it('is signed over its exact bytes, and by the legacy scheme over the canonical form', async () => {
    await desk.vendor('PUT', '/shape', { eventBody: 'spaced' });
    const { secret } = await subscribe('lead/create');
    const id = await create();
    const [{ headers, bytes, body } = expect.fail()] = await receiver.until(1);
    expect(headers['x-svc-signature-v2']).toBe(hmac(secret, bytes));
    const canonical = `{"id":"${id}","timestamp":"${body.timestamp}","topic":"lead/create"}`;
    expect(headers['x-svc-signature']).toBe(hmac(secret, canonical));
    expect(bytes.toString()).not.toBe(canonical);
    expect(headers['user-agent']).toBe('svc-webhooks/1.0');
    expect(headers['content-type']).toBe('application/json');
  });

  it('carries id, topic and a UTC timestamp, and nothing else', async () => {
    await subscribe('lead/create');
    const id = await create();
    const [first] = await receiver.until(1);
    expect(first?.body).toEqual({
      id,
      topic: 'lead/create',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('goes to the subscriptions of its topic, for changes by callers and by the vendor', async () => {
    for (const topic of ['lead/create', 'lead/update', 'lead/delete']) await subscribe(topic);
    const id = await create();
    await receiver.until(1);
    await desk.call('PATCH', `${LEADS}/${id}`, { value: 1 });
    await receiver.until(2);
    await desk.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await receiver.until(3);
    await desk.vendor('DELETE', `/leads/${id}`);
    const all = await receiver.until(4);
    const topics = ['lead/create', 'lead/update', 'lead/update', 'lead/delete'];
    expect(all.map(({ body }) => body.topic)).toEqual(topics);
    expect(new Set(all.map(({ body }) => body.timestamp)).size).toBe(4);
  });

  it('is repeated, byte for byte, until the receiver answers exactly 200', async () => {
    const answers = [500, 401, 204, 302, 200];
    response = (_, count) => answers[count - 1] ?? 200;
    await subscribe('lead/create');
    await create();
    const all = await receiver.until(5);
    expect(new Set(all.map(({ bytes }) => bytes.toString())).size).toBe(1);
    await expect.poll(deliveries).toMatchObject([{ state: 'delivered', attempts: 5, outcome: '200' }]);
    expect(receiver.received).toHaveLength(5);
  });

  it('is repeated while the receiver is down', async () => {
    await subscribe('lead/create');
    await receiver.close();
    await create();
    await expect.poll(async () => (await deliveries())[0]?.attempts).toBeGreaterThan(1);
    expect((await deliveries())[0]).toMatchObject({
      state: 'waiting',
      // The first attempt may meet the connection that is being closed.
      outcome: expect.stringMatching(/ECONN(?:REFUSED|RESET)/),
    });
  });

  it('is dropped when its subscription is removed', async () => {
    response = () => 500;
    const { id } = await subscribe('lead/create');
    await create();
    await receiver.until(1);
    await desk.call('DELETE', `${SUBSCRIPTIONS}/${id}`);
    expect(await deliveries()).toMatchObject([{ state: 'cancelled' }]);
  });
});

describe('faults of deliveries', () => {
  it('sends extra copies', async () => {
    await desk.vendor('PUT', '/faults', { duplicateDeliveries: 2 });
    await subscribe('lead/create');
    await create();
    const all = await receiver.until(3);
    expect(new Set(all.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  it('sends the last one first', async () => {
    for (const topic of ['lead/create', 'lead/update', 'lead/delete']) await subscribe(topic);
    await desk.vendor('PUT', '/faults', { reorderDeliveries: true });
    const id = await create();
    await desk.vendor('PATCH', `/leads/${id}`, { status: 'won' });
    await desk.vendor('DELETE', `/leads/${id}`);
    const topics = (await receiver.until(3)).map(({ body }) => body.topic);
    expect(topics).toEqual(['lead/delete', 'lead/update', 'lead/create']);
  });

  it('holds them until they are released', async () => {
    await subscribe('lead/create');
    await desk.vendor('PUT', '/faults', { holdDeliveries: true });
    await create();
    await create();
    expect(await deliveries()).toMatchObject([{ state: 'held' }, { state: 'held' }]);
    expect(receiver.received).toHaveLength(0);
    expect((await desk.vendor('POST', '/deliveries/release')).body).toEqual({ released: 2 });
    await receiver.until(2);
  });

  it('drops held deliveries on request, and sends later ones', async () => {
    await subscribe('lead/create');
    await desk.vendor('PUT', '/faults', { holdDeliveries: true });
    await create();
    expect((await desk.vendor('POST', '/deliveries/drop')).body).toEqual({ dropped: 1 });
    expect(await deliveries()).toMatchObject([{ state: 'cancelled' }]);
    await desk.vendor('PUT', '/faults', { holdDeliveries: false });
    await create();
    await receiver.until(1);
    expect(receiver.received).toHaveLength(1);
  });

  it('sends any body validly signed, to test a receiver with poison', async () => {
    const { secret } = await subscribe('lead/create');
    const body = '{"id":"\\u0000","topic":';
    const sent = await desk.vendor('POST', '/deliveries/send', { topic: 'lead/create', body });
    expect(sent.body).toEqual({ sent: 1 });
    const [first] = await receiver.until(1);
    expect(first?.bytes.toString()).toBe(body);
    expect(first?.headers['x-svc-signature-v2']).toBe(hmac(secret, body));
  });
});
