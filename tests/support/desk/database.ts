import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { seedDemo } from '@/scripts/lib/stack-processes';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import { startTcpProxy, type TcpProxy } from './tcp-proxy';

/** The database of one desk. On PGlite it is in the desk's folder, created by the desk. */
export type DeskDatabase = {
  /** The desk's `DATABASE_URL`: through the proxy. Empty for PGlite. */
  url: string;
  proxy?: TcpProxy;
  sql?: pg.Pool;
  close(): Promise<void>;
};

/** A copy of the run's seeded database, behind its own proxy. */
export async function openDeskDatabase(engine: 'pglite' | 'postgres'): Promise<DeskDatabase> {
  if (engine === 'pglite') return { url: '', close: async () => {} };
  const server = inject('deskPostgres');
  const name = `${server.template}_${randomBytes(4).toString('hex')}`;
  const direct = new URL(await createScratchDatabase(server.url, { name, template: server.template }));
  const proxy = await startTcpProxy({ to: { host: direct.hostname, port: Number(direct.port || 5432) } });
  // A query that hangs must fail: closing waits for it.
  const limits = { connectionTimeoutMillis: 10_000, query_timeout: 60_000 };
  const sql = new pg.Pool({ connectionString: direct.href, max: 4, ...limits });
  // Tests end database sessions on purpose; losing ours must not end the tests.
  sql.on('error', () => {});
  const url = new URL(direct);
  url.hostname = '127.0.0.1';
  url.port = String(proxy.port);
  return {
    url: url.href,
    proxy,
    sql,
    async close() {
      await sql.end();
      await proxy.close();
      await dropScratchDatabase(server.url, name);
    },
  };
}

/** Gives `folder` an embedded database with all tables and the demo people: a copy of the run's, made once. */
export async function seedFolder(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const seeded = join(inject('deskFolder'), 'db');
  if (!existsSync(seeded)) await seedOnce(seeded, env);
  cpSync(seeded, join(folder, 'db'), { recursive: true });
}

/** Two test files may create it at the same time: it appears complete, and the later one is discarded. */
async function seedOnce(seeded: string, env: NodeJS.ProcessEnv): Promise<void> {
  const making = mkdtempSync(`${seeded}-`);
  try {
    await seedDemo({ ...env, DATA_DIR: making });
    renameSync(join(making, 'db'), seeded);
  } catch (error) {
    if (!existsSync(seeded)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}
