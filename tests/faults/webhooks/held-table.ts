import type { Desk } from '../../support/desk/desk';
import { until } from '../../support/desk/until';

/** Locks a table against writes, as a migration or a runaway statement does. PostgreSQL only. */
export async function holdTable({ sql }: Desk, name: string) {
  if (!sql) throw new Error('Nobody else can lock a table of a desk on PGlite.');
  const holder = await sql.connect();
  await holder.query('begin');
  await holder.query(`lock table ${name} in exclusive mode`);
  return {
    untilSomebodyWaits: () =>
      until(
        'somebody waits for the table',
        async () => {
          const waiting = await sql.query(
            'select 1 from pg_locks where not granted and relation = $1::regclass',
            [name],
          );
          return waiting.rows.length > 0;
        },
        { everyMs: 10 },
      ),
    async release(): Promise<void> {
      await holder.query('rollback');
      holder.release();
    },
  };
}
