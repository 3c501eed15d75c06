import { cp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Agent, signIn } from '../support/desk/agent';
import { type Desk, startDesk } from '../support/desk/desk';
import { until } from '../support/desk/until';
import { onlyLead, truthOf, untilShown } from './submissions/truth';

/** The embedded database's folder is copied while the desk is stopped, and restored later. */
describe('a desk whose database is restored from a copy', () => {
  let desk: Desk;
  let maya: Agent;
  beforeAll(async () => {
    // Seconds stand for days here: every start counts as one after a restore.
    desk = await startDesk({ engine: 'pglite', env: { AWAY_MINUTES: '0' } });
    maya = await signIn(desk.door, 'Maya Lindqvist');
  });
  afterAll(() => desk.stop());

  /** The first create that is cut off opens the circuit; the next one is definitely not sent. */
  const queueWhileDown = async (lastName: string) => {
    await desk.vendor.setFaults({ down: true });
    await maya.submit(`${lastName}-before`);
    const { submissionId: id, state } = await maya.submit(lastName);
    expect(state).toBe('queued');
    return id;
  };

  it('sends nothing that it had sent after the copy was made', async () => {
    const { vendor } = desk;
    const [web] = desk.webs;
    const folder = join(dirname(desk.sandboxFile), 'db');
    const id = await queueWhileDown('Restored-1');
    await web?.stop();
    await cp(folder, `${folder}.copy`, { recursive: true });
    await vendor.setFaults({ down: false });
    await web?.start();
    await untilShown(maya, { id, state: 'accepted' });

    await web?.stop();
    await rm(folder, { recursive: true });
    await rename(`${folder}.copy`, folder);
    await web?.start();
    const found = await untilShown(maya, { id, state: 'accepted' });
    expect(await truthOf(desk, 'Restored-1')).toEqual({ answers: [201], ...onlyLead(found) });
  });

  it('sends what was only queued, after looking it up', async () => {
    const { vendor } = desk;
    const id = await queueWhileDown('Restored-2');
    await desk.webs[0]?.stop();
    await vendor.setFaults({ down: false });
    await desk.webs[0]?.start();
    const sent = await untilShown(maya, { id, state: 'accepted' });
    expect(await truthOf(desk, 'Restored-2')).toEqual({ answers: [201], ...onlyLead(sent) });
  });
});

/** The PostgreSQL database of a running desk is copied, and replaced by the copy while the desk runs. */
describe('a desk whose database goes back while it runs', () => {
  let desk: Desk;
  let maya: Agent;
  let server: pg.Client;
  beforeAll(async () => {
    desk = await startDesk({ engine: 'postgres' });
    maya = await signIn(desk.door, 'Maya Lindqvist');
    const url = new URL(inject('deskPostgres').url);
    url.pathname = '/postgres';
    server = new pg.Client({ connectionString: url.href });
    await server.connect();
  });
  afterAll(async () => {
    await server.end();
    await desk.stop();
  });

  async function nameOfDatabase(): Promise<string> {
    const { rows } = (await desk.sql?.query('select current_database() as name')) ?? { rows: [] };
    return rows[0].name;
  }

  /** Ends every connection to a database, and refuses new ones until `reopen`. */
  async function shut(name: string) {
    await server.query(`alter database "${name}" with allow_connections false`);
    await until('nobody is connected', async () => {
      const others = 'from pg_stat_activity where datname = $1';
      await server.query(`select pg_terminate_backend(pid) ${others}`, [name]);
      return (await server.query(`select pid ${others}`, [name])).rowCount === 0;
    });
    return () => server.query(`alter database "${name}" with allow_connections true`);
  }

  it('sends nothing that it had sent after the copy was made', async () => {
    const name = await nameOfDatabase();
    await desk.vendor.setFaults({ down: true });
    // The first create that is cut off opens the circuit; the next one is definitely not sent.
    await maya.submit('Running-before');
    const { submissionId: id, state } = await maya.submit('Running-1');
    expect(state).toBe('queued');
    const reopen = await shut(name);
    await server.query(`create database "${name}_copy" template "${name}"`);
    await reopen();
    await desk.vendor.setFaults({ down: false });
    await untilShown(maya, { id, state: 'accepted' });

    await shut(name);
    await server.query(`alter database "${name}" rename to "${name}_lost"`);
    await server.query(`alter database "${name}_copy" rename to "${name}"`);
    await server.query(`drop database "${name}_lost"`);
    const found = await untilShown(maya, { id, state: 'accepted' });
    expect(await truthOf(desk, 'Running-1')).toEqual({ answers: [201], ...onlyLead(found) });
  });
});
