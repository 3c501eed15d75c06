import { parseArgs } from 'node:util';
import { env } from '@/lib/core/env';
import { moveToPostgres } from '@/lib/maintenance/move';
import { runCommand, UsageError } from './lib/run-command';

const USAGE = `npm run move -- --to postgres://user:password@host/name

Copies the embedded database to an empty PostgreSQL database.`;

/** `npm run move`: the embedded database of a desk that doesn't run becomes one on a PostgreSQL server. */
async function move(): Promise<void> {
  const to = readTarget();
  const moved = await moveToPostgres(env().DATA_DIR, to);
  for (const [table, rows] of moved) if (rows > 0) console.log(`${table}: ${rows}`);
  console.log('Moved, and counted on both sides. Set DATABASE_URL to it, and start Partner Desk.');
}

function readTarget(): string {
  try {
    const { to = '' } = parseArgs({ options: { to: { type: 'string' } } }).values;
    if (/^postgres(ql)?:\/\//.test(to) && URL.canParse(to)) return to;
  } catch {
    // The same words for every wrong call.
  }
  throw new UsageError(USAGE);
}

runCommand(move);
