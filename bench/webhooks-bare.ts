import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/**
 * What `npm run bench -- webhooks` compares with: a minimal hand-written receiver of deliveries. A
 * plain server that checks the same signature and runs the same statements, one transaction for each delivery.
 */

/** The message it sends when ready. */
export type BareReady = { port: number };

type Run = (text: string, values: unknown[]) => Promise<unknown>;
type Store = { transaction(work: (run: Run) => Promise<void>): Promise<void> };

const [engine = '', where = '', secret = ''] = process.argv.slice(2);

async function openStore(): Promise<Store> {
  if (engine === 'pglite') {
    const database = await PGlite.create({ dataDir: where });
    return {
      transaction: (work) => database.transaction((tx) => work((text, values) => tx.query(text, values))),
    };
  }
  const pool = new pg.Pool({ connectionString: where, max: 10 });
  return {
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await work((text, values) => client.query(text, values));
        await client.query('commit');
      } finally {
        client.release();
      }
    },
  };
}

const LOG_DELIVERY = `
  insert into webhook_deliveries (receiver_id, topic, lead_id, timestamp, count, first_at, last_at)
  values ($1, $2, $3, $4, 1, $5, $5)
  on conflict (topic, lead_id, timestamp) do update set
    count = webhook_deliveries.count + 1, last_at = excluded.last_at`;
const MARK_DIRTY = `
  insert into jobs (topic, key, payload, run_at, requested_at) values ('lead.refresh', $1, $2, $3, $3)
  on conflict (topic, key) do update set generation = jobs.generation + 1, payload = excluded.payload,
    run_at = least(jobs.run_at, excluded.run_at)`;

async function take(store: Store, body: Buffer): Promise<void> {
  const { id, topic, timestamp } = JSON.parse(body.toString());
  const now = new Date();
  await store.transaction(async (run) => {
    await run(LOG_DELIVERY, ['bench', topic, id, timestamp, now]);
    await run(MARK_DIRTY, [id, JSON.stringify({ event: topic }), now]);
    await run(`select pg_notify('partner_desk', 'jobs')`, []);
  });
}

function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const sent = Buffer.from(String(request.headers['x-svc-signature-v2']), 'hex');
  const right = createHmac('sha256', secret).update(body).digest();
  return sent.length === right.length && timingSafeEqual(sent, right);
}

const store = await openStore();
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  try {
    response.statusCode = isSigned(request, body) ? 200 : 401;
    if (response.statusCode === 200) await take(store, body);
  } catch {
    response.statusCode = 503;
  }
  response.end();
});
// A busy server must not treat a keep-alive connection as idle.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
