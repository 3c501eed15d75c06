import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Agent, signIn } from '../../support/desk/agent';
import { type Desk, startDesk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';
import { onlyLead, truthOf, untilShown } from './truth';

/** The PostgreSQL database of a running desk is copied, and the copy is put in its place while the desk runs. */
export function testRestoredRunning(): void {
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

    /** Ends every connection to a database, and lets nobody in until `reopen`. */
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
      // The first create that is cut off opens the circuit; the one after it is surely not sent.
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
}
