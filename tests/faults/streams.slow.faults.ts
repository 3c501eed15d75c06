import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROWD, type Stranger, signInCrowd } from '../support/desk/crowd';
import { type Desk, startDesk } from '../support/desk/desk';
import type { DeskProcess } from '../support/desk/desk-process';
import { rssOf } from '../support/desk/memory';
import { until } from '../support/desk/until';

const SECRET = 'the-secret-of-a-desk-with-stuck-readers';
const PEOPLE = 7;
const STREAMS_PER_PERSON = 6;
const STREAMS = PEOPLE * STREAMS_PER_PERSON;
/** Tolerance: database connections are opened and closed as needed. */
const DATABASE_SOCKETS = 15;

/** Collects garbage every second, so that memory use excludes garbage. */
const COLLECT = `data:text/javascript,${encodeURIComponent(`
  import { setFlagsFromString } from 'node:v8';
  import { runInNewContext } from 'node:vm';
  setFlagsFromString('--expose-gc');
  setInterval(runInNewContext('gc'), 1_000).unref();
`)}`;

// Only Linux reports how many sockets a process holds.
describe.runIf(process.platform === 'linux')('row 46: browsers that never read their stream', () => {
  let desk: Desk;
  let web: DeskProcess;
  beforeAll(async () => {
    desk = await startDesk({
      engine: 'postgres',
      env: { APP_SECRET: SECRET, NODE_OPTIONS: `--import=${COLLECT}` },
    });
    web = desk.webs[0] as DeskProcess;
  });

  afterAll(() => desk.stop());

  it('cost less than a megabyte each, are disconnected, and leave no connection behind', async () => {
    const people = await signInCrowd(desk, { web, secret: SECRET, count: PEOPLE });
    const idle = socketsOf(web);
    const untilOnlyIdle = (withinMs: number) =>
      until('no stream is connected', () => socketsOf(web) < idle + DATABASE_SOCKETS, { withinMs });
    // First the same events to browsers that do read: their cost is the baseline.
    const closeReaders = await openReaders(people);
    await tellUntil(desk, async (sent) => sent >= 600);
    closeReaders();
    await untilOnlyIdle(10_000);

    const before = rssOf(web);
    const closeStuck = await openStuck(web, people);
    let highest = before;
    const needed = await tellUntil(desk, async () => {
      highest = Math.max(highest, rssOf(web));
      return (await statusOfNext(people)) === 200;
    });
    const growth = (highest - before) / STREAMS;
    expect(growth, 'bytes per stuck reader').toBeLessThan(1024 * 1024);
    expect(socketsOf(web), 'still connected').toBeGreaterThan(idle + DATABASE_SOCKETS);
    const began = performance.now();
    await untilOnlyIdle(70_000);
    const cutAfter = Math.round((performance.now() - began) / 1000);
    closeStuck();
    console.log(
      `row 46: ${STREAMS} stuck readers, let go after ${needed} events of 7 KB; ${Math.round(growth / 1024)} KiB each, cut after ${cutAfter} s`,
    );
  });
});

const everybody = (people: readonly Stranger[]) =>
  Array.from({ length: STREAMS }, (_, n) => people[n % people.length] as Stranger);

/** Opens streams that are read without delay; returns a function that ends them. */
async function openReaders(people: readonly Stranger[]): Promise<() => void> {
  const stop = new AbortController();
  for (const { browser } of everybody(people)) {
    const { status, body } = await browser.ask('/api/stream', { signal: stop.signal });
    expect(status).toBe(200);
    void body?.pipeTo(new WritableStream()).catch(() => {});
  }
  return () => stop.abort();
}

/** Opens streams that are never read; returns a function that ends them. */
async function openStuck({ url, publicUrl }: DeskProcess, people: readonly Stranger[]): Promise<() => void> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (const { cookie } of everybody(people)) {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('error', () => {});
    socket.write(`GET /api/stream HTTP/1.1\r\nHost: ${new URL(publicUrl).host}\r\nCookie: ${cookie}\r\n\r\n`);
    const [head] = await once(socket, 'data');
    expect(String(head)).toMatch(/^HTTP\/1.1 200 /);
    socket.pause();
    sockets.push(socket);
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** 429 while the last person's six streams are all open. */
async function statusOfNext(people: readonly Stranger[]): Promise<number> {
  const statuses = await Promise.all(
    people.map(async ({ browser }) => {
      const stop = new AbortController();
      const { status } = await browser.ask('/api/stream', { signal: stop.signal });
      stop.abort();
      return status;
    }),
  );
  return Math.max(...statuses);
}

/** Sends the crowd one change after the other, until `isEnough`, checked every fifty. */
async function tellUntil({ sql }: Desk, isEnough: (sent: number) => Promise<boolean>): Promise<number> {
  for (let sent = 1; sent <= 20_000; sent += 1) {
    const message = { kind: 'lead', id: `${sent}${'x'.repeat(7_000)}`, ...CROWD };
    await sql?.query('select pg_notify($1, $2)', ['partner_desk', JSON.stringify(message)]);
    // Longer than the batching of events: each goes out separately.
    await new Promise((resolve) => setTimeout(resolve, 17));
    if (sent % 50 === 0 && (await isEnough(sent))) return sent;
  }
  throw new Error('Not after 20,000 events.');
}

function socketsOf({ pid }: DeskProcess): number {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).filter((fd) => {
    try {
      return readlinkSync(`${folder}/${fd}`).startsWith('socket:');
    } catch {
      // Closed after it was listed.
      return false;
    }
  }).length;
}
