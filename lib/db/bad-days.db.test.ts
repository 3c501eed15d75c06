import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { startTcpProxy, type TcpProxy } from '@/tests/support/desk/tcp-proxy';
import { createScratchDatabase, dropScratchDatabase } from '@/tests/support/scratch-database';
import { CHANNEL, type Database, notify } from './handle';
import { listenAlways } from './listen';
import { openPool } from './pool';
import { openPostgres } from './postgres';

const engine = inject('testDatabase');
const TIMEOUT = { timeout: 10_000 };
const LIMITS = { role: 'test', max: 1, connectMs: 1_000, statementMs: 1_000, silenceMs: 2_000 };

if (engine.engine === 'pglite') {
  it('the embedded database has no network faults: it runs in this process', () => {
    expect(engine.engine).toBe('pglite');
  });
} else {
  describe('a PostgreSQL with an unreliable connection', () => {
    const name = `${engine.template}_bad_days`;
    let line: TcpProxy;
    /** The database over the unreliable connection. */
    let url: string;
    /** The same database over a reliable connection. */
    let safe: Database;

    beforeAll(async () => {
      const address = await createScratchDatabase(engine.url, { name, template: engine.template });
      safe = await openPostgres(address);
      const bad = new URL(address);
      line = await startTcpProxy({ to: { host: bad.hostname, port: Number(bad.port) } });
      bad.port = String(line.port);
      url = bad.href;
    });
    afterAll(async () => {
      await line.close();
      await safe.close();
      await dropScratchDatabase(engine.url, name);
    });

    /** Ends every connection over the unreliable line. */
    const endAllBackends = () =>
      safe.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'bad line'`);
    const asBadLine = () => `${url}?application_name=${encodeURIComponent('bad line')}`;

    it('leaks no pool connections, however often connections break during a transaction', async () => {
      const pool = openPool(url, LIMITS);
      for (let round = 0; round < 3; round += 1) {
        const client = await pool.connect();
        line.cut();
        await expect(client.query('begin')).rejects.toThrow();
        // As Drizzle does if `begin` itself fails: the connection is not released.
      }
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      const given = await pool.connect();
      line.cut();
      await expect(given.query('begin')).rejects.toThrow();
      expect(() => given.release(), 'and a later release does no harm').not.toThrow();
      await pool.end();
    });

    it('blocks no caller on a silent connection, and the next connection works', async () => {
      // Longer than a busy machine takes to connect.
      const pool = openPool(url, { ...LIMITS, silenceMs: 1_000 });
      await pool.query('select 1');
      line.strand();
      await expect(pool.query('select 1')).rejects.toThrow();
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await pool.end();
    });

    it('is reported down, and up again automatically', async () => {
      const database = await openPostgres(url);
      expect(await database.answers()).toBe(true);
      line.refuse();
      await vi.waitFor(async () => expect(await database.answers()).toBe(false), TIMEOUT);
      line.heal();
      await vi.waitFor(async () => expect(await database.answers()).toBe(true), TIMEOUT);
      await database.close();
    });

    it('that ends all connections loses their work, and nothing else', async () => {
      const database = await openPostgres(asBadLine());
      const held = database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await endAllBackends();
        await tx.execute(sql`select 1`);
      });
      await expect(held).rejects.toThrow();
      await vi.waitFor(() => database.db.execute(sql`select 1`), TIMEOUT);
      await database.close();
    });

    const quick = { connectMs: 1_000, heartbeatMs: 350, answerMs: 300, pauseMs: 20 };
    it.each([
      ['falls silent', () => line.strand()],
      ['breaks', () => line.cut()],
      ['is ended by the server', endAllBackends],
    ])(
      'delivers messages on a new connection when the old one %s, and reports that some may be lost',
      async (_, end) => {
        const heard: string[] = [];
        let lost = 0;
        const stop = await listenAlways({
          url: asBadLine(),
          channel: CHANNEL,
          listener: { message: (payload) => heard.push(payload), lost: () => (lost += 1) },
          times: quick,
        });
        const isHeard = (payload: string) =>
          vi.waitFor(async () => {
            await notify(safe.db, payload);
            expect(heard).toContain(payload);
          }, TIMEOUT);
        await isHeard('before');
        await end();
        await vi.waitFor(() => expect(lost).toBeGreaterThan(0), TIMEOUT);
        await isHeard('after');
        await stop();
      },
    );

    it('can be closed during an outage', async () => {
      const stop = await listenAlways({
        url,
        channel: CHANNEL,
        listener: { message: () => {}, lost: () => {} },
        times: quick,
      });
      line.freeze();
      await stop();
      line.heal();
      await vi.waitFor(() => expect(line.openCount()).toBe(0), TIMEOUT);
    });
  });
}
