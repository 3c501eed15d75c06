import { env } from '@/lib/core/env';
import { openDatabase } from '@/lib/db/handle';
import { runCommand, UsageError } from './lib/run-command';

const USAGE = `npm run migrate

Updates the tables of the database to this version, as the first process of a new version does at its start.`;

/** `npm run migrate`. */
async function migrate(): Promise<void> {
  if (process.argv.length > 2) throw new UsageError(USAGE);
  const database = await openDatabase(env());
  await database.close();
  console.log('The tables are up to date.');
}

runCommand(migrate);
