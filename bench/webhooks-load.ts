import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';

/**
 * The sender's side of `npm run bench -- webhooks`: a separate process, so that its cost is not counted as the
 * desk's. Writes raw HTTP over keep-alive connections: a client library would be busier than the desk.
 */

/** What to send. Stops after `ms` milliseconds or `count` deliveries, whichever comes first. */
export type Load = {
  address: string;
  method: 'POST' | 'PUT';
  /** The only correct status. */
  status: number;
  secret: string;
  leadIds: readonly string[];
  /** Makes the timestamps of this load unique. */
  name: string;
  connections: number;
  ms: number;
  count: number;
};

/** The result. Times in milliseconds; rate in deliveries per second. */
export type LoadResult = {
  answered: number;
  wrong: Record<string, number>;
  rate: number;
  p50: number;
  p99: number;
};

const CHUNKED_END = '0\r\n\r\n';

async function run(load: Load): Promise<LoadResult> {
  const times: number[] = [];
  const wrong: Record<string, number> = {};
  let sent = 0;
  const began = performance.now();
  const next = () => {
    if (sent >= load.count || performance.now() - began >= load.ms) return undefined;
    sent += 1;
    return requestOf(load, sent);
  };
  const note = (status: string, ms: number) => {
    times.push(ms);
    if (status !== String(load.status)) wrong[status] = (wrong[status] ?? 0) + 1;
  };
  await Promise.all(
    Array.from({ length: load.connections }, () => useConnection(load.address, { next, note })),
  );
  const rate = times.length / ((performance.now() - began) / 1_000);
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  return { answered: times.length, wrong, rate, p50: at(0.5), p99: at(0.99) };
}

function requestOf({ address, method, secret, leadIds, name }: Load, index: number): string {
  const { host, pathname } = new URL(address);
  const id = leadIds[index % leadIds.length];
  const body = JSON.stringify({ id, topic: 'lead/update', timestamp: `${name} ${index}` });
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  return [
    `${method} ${pathname} HTTP/1.1`,
    `Host: ${host}`,
    'Content-Type: application/json',
    'User-Agent: svc-webhooks/1.0',
    `x-svc-signature-v2: ${signature}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}

/** Sends one request after the other on one connection, until none is left. A broken connection is a wrong answer. */
async function useConnection(
  address: string,
  { next, note }: { next(): string | undefined; note(status: string, ms: number): void },
): Promise<void> {
  let socket = await open(address);
  for (let request = next(); request !== undefined; request = next()) {
    const sentAt = performance.now();
    const status = await exchange(socket, request);
    note(status, performance.now() - sentAt);
    if (socket.destroyed) socket = await open(address);
  }
  socket.end();
}

function open(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.setEncoding('latin1');
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** The status of the answer, or how the connection ended before there was one. */
function exchange(socket: Socket, request: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const hear = (part: string) => {
      answer += part;
      if (isWhole(answer)) end(answer.slice(9, 12));
    };
    const broken = () => {
      socket.destroy();
      end('broken connection');
    };
    const end = (outcome: string) => {
      socket.off('data', hear).off('close', broken).off('error', broken);
      resolve(outcome);
    };
    socket.on('data', hear).on('close', broken).on('error', broken);
    socket.write(request);
  });
}

function isWhole(answer: string): boolean {
  const end = answer.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(answer.slice(0, end))?.[1];
  return length === undefined ? answer.endsWith(CHUNKED_END) : answer.length >= end + 4 + Number(length);
}

process.on('message', async (load: Load) => process.send?.(await run(load)));
