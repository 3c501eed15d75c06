import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { inspectDatabase } from '@/lib/setup/inspect-database';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import { connectProblemOf } from './connect-problem';
import { identifyServer } from './pooler';
import { openPostgres } from './postgres';
import { firstRow } from './raw-row';

/** A fresh copy of the tables, for one test. */
async function freshDatabase(): Promise<string> {
  const server = inject('testDatabase');
  if (server.engine !== 'postgres') return expect.fail('This is about a server.');
  const name = `pooler_${randomBytes(6).toString('hex')}`;
  onTestFinished(() => dropScratchDatabase(server.url, name));
  return createScratchDatabase(server.url, { name, template: server.template });
}

const LIMITS = sql`select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`;

it('with an address of its own for sessions, limits are set in each transaction', async () => {
  const url = await freshDatabase();
  const { db, intake, close } = await openPostgres(url, url);
  onTestFinished(close);
  const main = { statement: '5s', idle: '10s', name: 'partner-desk main' };
  expect(await db.transaction((tx) => firstRow(tx, LIMITS))).toEqual(main);
  expect(await intake.transaction((tx) => firstRow(tx, LIMITS))).toMatchObject({
    statement: '3s',
    idle: '10s',
  });
  expect(await firstRow(db, LIMITS)).toMatchObject({ statement: '0', idle: '0' });
});

it('without one, each connection has them', async () => {
  const { db, close } = await openPostgres(await freshDatabase());
  onTestFinished(close);
  expect(await firstRow(db, LIMITS)).toMatchObject({ statement: '5s', idle: '10s' });
});

it('whatever responds with a session without its limits is a pooler', async () => {
  const client = new pg.Client({ connectionString: await freshDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set statement_timeout = '60s'`);
  const problem = await identifyServer(client).catch(connectProblemOf);
  expect(problem).toEqual({ problem: 'pooler', code: '08P01' });
});

it('two addresses of different databases are refused at the start, and named by the doctor', async () => {
  const [DATABASE_URL, DATABASE_DIRECT_URL] = [await freshDatabase(), await freshDatabase()];
  await expect(openPostgres(DATABASE_URL, DATABASE_DIRECT_URL)).rejects.toThrow(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to different servers, databases or users',
  );
  const { found } = await inspectDatabase({ DATABASE_URL, DATABASE_DIRECT_URL, DATA_DIR: '.data' });
  expect(found).toMatchObject({ finding: { state: 'bad', causes: [{ code: 'database-mismatch' }] } });
});

it('an address of the server that fails is named', async () => {
  const url = await freshDatabase();
  const missing = new URL(url);
  missing.pathname = '/no_such_desk';
  await expect(openPostgres(url, missing.href)).rejects.toThrow('correct the name in DATABASE_DIRECT_URL');
  const settings = { DATABASE_URL: url, DATABASE_DIRECT_URL: missing.href, DATA_DIR: '.data' };
  const { found } = await inspectDatabase(settings);
  expect(found).toMatchObject({ finding: { causes: [{ about: 'DATABASE_DIRECT_URL: 3D000' }] } });
});
