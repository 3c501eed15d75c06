import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshDatabase } from '@/tests/support/database';
import type { Database, Db } from './handle';
import { isOutcomeUnknown } from './outcome';

const { engine } = inject('testDatabase');

/** Breaks the engine during this statement without a verdict: a stack overflow, a closed connection. */
const BREAK =
  engine === 'pglite'
    ? sql`select ${sql.raw(`${'1+'.repeat(5_000)}1`)}`
    : sql`select pg_terminate_backend(pg_backend_pid())`;

let database: Database;
beforeAll(async () => {
  database = await freshDatabase();
  await database.db.execute(sql`create table notes (id int primary key, parent int)`);
});
afterAll(() => database.close());

/** The error of `work`. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Makes every commit that changed notes fail in `statement`. */
async function atCommit(db: Db, statement: string): Promise<void> {
  await db.execute(
    sql.raw(
      `create or replace function at_commit() returns trigger language plpgsql as $$ begin execute ${statement}; return null; end $$`,
    ),
  );
  await db.execute(
    sql`create constraint trigger at_commit after insert on notes deferrable initially deferred
      for each row execute function at_commit()`,
  );
}

describe('a failed transaction', () => {
  it('is known to be rolled back if the database refused it, before or during the commit', async () => {
    const { db } = database;
    await db.execute(
      sql`alter table notes add foreign key (parent) references notes deferrable initially deferred`,
    );
    const refused = await failureOf(db.execute(sql`insert into notes values (1, null), (1, null)`));
    const late = await failureOf(db.transaction((tx) => tx.execute(sql`insert into notes values (2, 77)`)));
    for (const error of [refused, late]) {
      expect(error).toBeInstanceOf(Error);
      expect(isOutcomeUnknown(error)).toBe(false);
    }
    expect(await db.execute(sql`select * from notes`)).toMatchObject({ rows: [] });
  });

  it('is known to be rolled back if the connection broke before the commit', async () => {
    const own = await freshDatabase();
    const broken = await failureOf(
      own.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await tx.execute(BREAK);
      }),
    );
    expect(broken).toBeInstanceOf(Error);
    expect(isOutcomeUnknown(broken)).toBe(false);
    await own.close();
  });

  it('is unknown if the connection broke during the commit', async () => {
    const own = await freshDatabase();
    await own.db.execute(sql`create table notes (id int primary key, parent int)`);
    const statement =
      engine === 'pglite'
        ? `'select ' || repeat('1+', 5000) || '1'`
        : `'select pg_terminate_backend(pg_backend_pid())'`;
    await atCommit(own.db, statement);
    const broken = await failureOf(own.db.transaction((tx) => tx.execute(sql`insert into notes values (1)`)));
    expect(isOutcomeUnknown(broken)).toBe(true);
    await own.close();
  });

  it('is unknown if a statement outside a transaction broke without a verdict', async () => {
    const own = await freshDatabase();
    expect(isOutcomeUnknown(await failureOf(own.db.execute(BREAK)))).toBe(true);
    await own.close();
  });
});
