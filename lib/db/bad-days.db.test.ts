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
const LIMITS = { max: 1, connectMs: 1_000, statementMs: 1_000, silenceMs: 2_000 };

if (engine.engine === 'pglite') {
  it('the embedded database has no bad days: it is in this process', () => {
    expect(engine.engine).toBe('pglite');
  });
} else {
  describe('a PostgreSQL behind a bad line', () => {
    const name = `${engine.template}_bad_days`;
    let line: TcpProxy;
    /** The database at the end of the bad line. */
    let url: string;
    /** The same database, reached safely. */
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

    /** Ends every connection that came through the bad line. */
    const endAllBackends = () =>
      safe.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'bad line'`);
    const asBadLine = () => `${url}?application_name=${encodeURIComponent('bad line')}`;

    it('costs a pool no place, however often connections break in the hands of a transaction', async () => {
      const pool = openPool(url, LIMITS);
      for (let round = 0; round < 3; round += 1) {
        const client = await pool.connect();
        line.cut();
        await expect(client.query('begin')).rejects.toThrow();
        // As Drizzle does where the very begin fails: it is not given back.
      }
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      const given = await pool.connect();
      line.cut();
      await expect(given.query('begin')).rejects.toThrow();
      expect(() => given.release(), 'and who gives it back all the same does no harm').not.toThrow();
      await pool.end();
    });

    it('keeps nobody waiting for a connection that went silent, and the next one works', async () => {
      const pool = openPool(url, { ...LIMITS, silenceMs: 100 });
      await pool.query('select 1');
      line.strand();
      await expect(pool.query('select 1')).rejects.toThrow();
      expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await pool.end();
    });

    it('is told from one that answers, and found again by itself', async () => {
      const database = await openPostgres(url);
      expect(await database.answers()).toBe(true);
      line.refuse();
      await vi.waitFor(async () => expect(await database.answers()).toBe(false), TIMEOUT);
      line.heal();
      await vi.waitFor(async () => expect(await database.answers()).toBe(true), TIMEOUT);
      await database.close();
    });

    it('that ends all connections loses its work, and nothing else', async () => {
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
      'is heard again on a new connection when the old one %s, and says that something may be missed',
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

    it('may be left while it is away', async () => {
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
