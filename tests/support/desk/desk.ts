import type pg from 'pg';
import type { Vendor } from '@/tests/support/vendor';
import { assemble, type Endings } from './assemble';
import type { DeskProcess } from './desk-process';
import type { LogLine } from './log-lines';
import type { TcpProxy } from './tcp-proxy';
import { until } from './until';

/**
 * The harness of the process tests: a whole desk of real processes on the last production build, against a
 * sandbox and a database of its own, with faulty connections between all of them.
 *
 *   callers, sandbox ─ door ─┬─ web 0 ─┬─ databaseProxy ─ PostgreSQL
 *                            └─ web 1 ─┤
 *                              workers ┴─ serviceProxy ─ sandbox
 */
export type Desk = {
  engine: 'pglite' | 'postgres';
  webs: DeskProcess[];
  workers: DeskProcess[];
  /** The address people and webhooks use: it balances over the webs. Sessions hold on every web. */
  door: TcpProxy;
  /** The vendor's control of the portal, its log and its fault switches. */
  vendor: Vendor;
  sandboxUrl: string;
  /** The sandbox's state folder; signing secrets are read from here. */
  sandboxFile: string;
  serviceProxy: TcpProxy;
  /** PostgreSQL only. */
  databaseProxy?: TcpProxy;
  /** Directly to the database, bypassing the proxy, to read and to move time. PostgreSQL only. */
  sql?: pg.Pool;
  /** What all web and worker processes logged, over all their starts. */
  logs(): LogLine[];
  /** What must never appear in a log. */
  secrets: string[];
  /** Kills what runs and removes everything but the logs. Runs automatically after the test file. */
  stop(): Promise<void>;
};

export type DeskInput = {
  engine: 'pglite' | 'postgres';
  /** 1 by default. */
  webs?: number;
  /** 0 by default: then the web processes also do the work. */
  workers?: number;
  /** The port of a pooler: the desk has its address, and that of the database for what needs a session. */
  poolerPort?: number;
  /** Settings of every process, overriding the defaults. */
  env?: Record<string, string>;
  /**
   * Leads in the portal before the desk first reads it; 60 by default. A count like 20 or 200 could be one page
   * of a longer list, and no full sync would be complete.
   */
  seedLeads?: number;
  /** Sets up the portal, before any process of the desk starts. */
  prepare?: (portal: Pick<Desk, 'vendor' | 'sandboxFile'>) => Promise<void>;
};

const TOPIC_COUNT = 3;

const running = new Set<() => Promise<void>>();

/** Stops every desk of this test file that still runs. */
export async function stopAllDesks(): Promise<void> {
  for (const stop of [...running]) await stop();
}

/**
 * Starts a desk, and resolves once it is subscribed to the portal's events and has read all its leads.
 *
 * @throws {Error} with the last lines of what did not start; nothing is left running
 */
export async function startDesk(task: DeskInput): Promise<Desk> {
  const { engine, webs = 1, workers = 0 } = task;
  if (engine === 'pglite' && webs + workers > 1) throw new Error('PGlite is for one process.');
  const endings: Endings = [];
  const stop = async () => {
    running.delete(stop);
    for (const end of endings.splice(0).reverse()) await end();
  };
  running.add(stop);
  try {
    const desk = { ...(await assemble(task, endings)), stop };
    await untilSetUp(desk);
    return desk;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until the desk knows the portal's form, is subscribed to its events and has read all its leads. */
async function untilSetUp(desk: Desk): Promise<void> {
  const withinMs = 90_000;
  await until(
    'the desk is subscribed to every topic',
    async () => (await desk.vendor.listSubscriptions()).length === TOPIC_COUNT,
    { withinMs },
  );
  await until('the desk has read form and leads', () => hasRead(desk), { withinMs });
}

async function hasRead({ sql, vendor }: Desk): Promise<boolean> {
  if (!sql) {
    const routes = new Set((await vendor.readLog()).map(({ route }) => route));
    return routes.has('list') && routes.has('schema');
  }
  const { rows } = await sql.query<{ done: boolean }>(
    `select (select count(*) from webhook_receivers where secret is not null) = ${TOPIC_COUNT}
        and exists (select 1 from full_syncs where state = 'complete')
        and exists (select 1 from schema_state) as done`,
  );
  return rows[0]?.done === true;
}
