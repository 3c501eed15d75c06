import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { checkDatabase, checkTables } from '@/lib/setup/database-checks';
import { inspectDatabase } from '@/lib/setup/inspect-database';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import { setupContextAt } from '@/tests/support/setup-checks';
import { openPostgres } from './postgres';

const engine = inject('testDatabase');

/** A database, a copy of the template or empty, and the address with which a role of its own connects to it. */
async function databaseForRole({ isEmpty = false }: { isEmpty?: boolean } = {}) {
  if (engine.engine !== 'postgres') throw new Error('unreachable');
  const role = `role_${randomBytes(6).toString('hex')}`;
  const template = isEmpty ? undefined : engine.template;
  const owner = await createScratchDatabase(engine.url, { name: `db_${role}`, template });
  const url = new URL(owner);
  url.username = role;
  url.password = 'role-password';
  const run = (statement: string) => runAt(owner, statement);
  await run(`create role ${role} login password 'role-password'; revoke create on schema public from public`);
  onTestFinished(async () => {
    await dropScratchDatabase(engine.url, `db_${role}`);
    await runAt(engine.url, `drop role ${role}`);
  });
  return { url: url.href, role, run };
}

async function runAt(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function inspect(url: string) {
  const { found, close } = await inspectDatabase({ DATABASE_URL: url, DATA_DIR: '.data' });
  onTestFinished(close);
  const context = setupContextAt('http://127.0.0.1:9', { changes: { DATABASE_URL: url }, database: found });
  return { database: await checkDatabase(context), tables: await checkTables(context) };
}

describe('a database that this user may not use', () => {
  it('restored as another user: the doctor and the start say how to restore it', async () => {
    const { url } = await databaseForRole();
    expect((await inspect(url)).database).toMatchObject({
      state: 'bad',
      causes: [{ code: 'database-no-rights', about: '42501' }],
    });
    await expect(openPostgres(url)).rejects.toThrow(/can’t read or change .* \(42501\).* --no-owner /);
  });

  it('with the list of migrations readable, but not the tables', async () => {
    const { url, role, run } = await databaseForRole();
    await run(`grant all on schema drizzle to ${role}; grant all on all tables in schema drizzle to ${role}`);
    expect((await inspect(url)).tables).toMatchObject({ causes: [{ code: 'database-no-rights' }] });
  });

  it('without the right to create tables: both name the grant, which cures it', async () => {
    const { url, role, run } = await databaseForRole({ isEmpty: true });
    const grants = `GRANT CREATE ON DATABASE db_${role} TO ${role}; GRANT USAGE, CREATE ON SCHEMA public TO ${role};`;
    expect((await inspect(url)).tables).toMatchObject({
      state: 'bad',
      causes: [{ code: 'tables-no-create', about: grants }],
    });
    await expect(openPostgres(url)).rejects.toThrow(
      `may not create tables (42501). Run this as the owner of the database: ${grants}`,
    );
    await run(grants);
    expect((await inspect(url)).tables).toMatchObject({ causes: [{ code: 'not-started' }] });
    await (await openPostgres(url)).close();
    expect((await inspect(url)).tables).toMatchObject({ state: 'ok' });
  });

  it('that takes no writes: the doctor, the start and the health check notice', async () => {
    const { url, role, run } = await databaseForRole({ isEmpty: true });
    await run(`grant create on database db_${role} to ${role}; grant create on schema public to ${role}`);
    const open = await openPostgres(url);
    expect(await open.canWrite()).toBe(true);
    await open.close();
    await run(`alter role ${role} set default_transaction_read_only = on`);
    const { database } = await inspect(url);
    expect(database).toMatchObject({ state: 'bad' });
    expect(database.causes).toContainEqual({ code: 'database-read-only' });
    await expect(openPostgres(url)).rejects.toThrow('The database rejects writes (25006)');
  });

  it('that stops taking writes under a running desk is noticed by the health check', async () => {
    const { url, role, run } = await databaseForRole({ isEmpty: true });
    await run(`grant create on database db_${role} to ${role}; grant create on schema public to ${role}`);
    const open = await openPostgres(url);
    onTestFinished(open.close);
    await run(`alter role ${role} set default_transaction_read_only = on`);
    await run(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
    await expect.poll(() => open.canWrite(), { timeout: 10_000 }).toBe(false);
    expect(await open.answers()).toBe(true);
  });
});
