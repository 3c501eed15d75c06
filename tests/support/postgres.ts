import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../scripts/lib/ports';
import { removeFolderAtExit } from '../../scripts/lib/remove-folder';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries';

/** A PostgreSQL server whose user may create databases. */
export type TestPostgres = {
  url: string;
  /** Ends the server if it is ours, and removes its data. */
  stop(): Promise<void>;
};

const READY_WITHIN_MS = 60_000;
/** A test server need not survive a power failure, and must not be reachable from other machines. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
};

/** As an operator runs it: setup and doctor report a server that may lose what it confirmed. */
const DURABLE = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };

/**
 * The server that `TEST_DATABASE_URL` names, else one of our own on a free port with a temporary folder.
 *
 * @param isDurable for tests of what an admin sees about the database; slower
 */
export async function startTestPostgres({ isDurable = false } = {}): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => {} };
  const binaries = findPostgresBinaries();
  const folder = mkdtempSync(join(tmpdir(), 'desk-test-db-'));
  if (binaries.runAs.uid !== undefined) chownSync(folder, binaries.runAs.uid, binaries.runAs.gid ?? -1);
  let server: ChildProcess | undefined;
  const stop = async () => {
    if (server) await end(server);
    rmSync(folder, { recursive: true, force: true });
    binaries.cleanUp();
  };
  try {
    const password = await initialise(binaries, folder);
    const port = await freePort();
    server = launch(binaries, { folder, port, settings: isDurable ? { ...SETTINGS, ...DURABLE } : SETTINGS });
    const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
    await waitUntilReady(server, url);
    return { url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function initialise(binaries: PostgresBinaries, folder: string): Promise<string> {
  const password = randomBytes(18).toString('base64url');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const child = spawn(
    binaries.initdb,
    [
      ...[`--pgdata=${join(folder, 'data')}`, '--username=postgres', `--pwfile=${passwordFile}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ],
    { ...binaries.runAs, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const said = collect(child);
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  rmSync(passwordFile);
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed (exit code ${code}):\n${said()}`);
  return password;
}

function launch(
  binaries: PostgresBinaries,
  { folder, port, settings }: { folder: string; port: number; settings: Record<string, string> },
): ChildProcess {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(binaries.postgres, ['-D', join(folder, 'data'), '-p', String(port), ...options], {
    ...binaries.runAs,
    stdio: ['ignore', 'ignore', 'pipe'],
    // In a separate process group: Ctrl+C must not end the database before the tests that use it.
    detached: true,
  });
  const killNow = () => {
    server.kill('SIGQUIT');
    removeFolderAtExit(folder);
  };
  process.prependOnceListener('exit', killNow);
  server.once('close', () => process.off('exit', killNow));
  return server;
}

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  const said = collect(server);
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode) break;
    if (await answers(url)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`PostgreSQL for the tests did not start:\n${said()}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

function collect(child: ChildProcess): () => string {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  return () => said;
}

/** A fast shutdown: open sessions are cut. */
async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode) return;
  const closed = new Promise((resolve) => server.once('close', resolve));
  server.kill('SIGINT');
  await closed;
}
