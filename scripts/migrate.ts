import { existsSync } from 'node:fs';
import { EnvError, env } from '@/lib/core/env';
import { openDatabase } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { endOnSignal } from './lib/end-on-signal';

const USAGE = `npm run migrate

Updates the tables of the database to this version, as the first process of a new version does at its start.`;

/** Exits 1 if the database cannot be opened or updated, 2 if the call is wrong. */
async function main(): Promise<number> {
  if (process.argv.length > 2) {
    console.error(USAGE);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const database = await openDatabase(env());
    await database.close();
    console.log('The tables are up to date.');
    return 0;
  } catch (error) {
    const isPlain = error instanceof EnvError || (error instanceof Error && error.name !== 'QueryError');
    console.error(isPlain ? error.message : `The tables were not updated: ${reasonOf(error)}`);
    return 1;
  }
}

endOnSignal();

main().then((code) => process.exit(code));
