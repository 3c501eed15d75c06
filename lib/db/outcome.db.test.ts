import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freshDatabase } from '@/tests/support/database';
import type { Database, Db } from './handle';
import { isOutcomeUnknown } from './outcome';

const { engine } = inject('testDatabase');

/** Ends the engine's work on this statement without any verdict: a stack that overflows, a connection that ends. */
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

/** What `work` failed with. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

/** Has every commit that changed notes end in `statement`. */
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

describe('what failed', () => {
  it('is known to be undone if the database refused it, at once or while it committed', async () => {
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

  it('is known to be undone if everything broke before the commit', async () => {
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

  it('is unknown if everything broke while it committed', async () => {
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

  it('is unknown if a statement of its own broke without a verdict', async () => {
    const own = await freshDatabase();
    expect(isOutcomeUnknown(await failureOf(own.db.execute(BREAK)))).toBe(true);
    await own.close();
  });
});
