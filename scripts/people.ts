import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { openDatabase } from '@/lib/db/handle';
import { env } from '@/lib/env';
import { importPeople } from '@/lib/people/import';

const USAGE = `npm run people -- import people.csv [--dry-run]

Columns: email, name, organizationId, organizationName, agentId, agentName, role (agent or manager).
With --dry-run nothing is changed.`;

/** Brings people and memberships in from a file. Exits 1 if the file has a wrong line, 2 if the call is wrong. */
async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean', default: false } },
  });
  const [command, path] = positionals;
  if (command !== 'import' || !path) {
    console.error(USAGE);
    return 2;
  }
  if (existsSync('.env')) process.loadEnvFile('.env');
  const dryRun = values['dry-run'];
  const csv = readFileSync(path, 'utf8');
  const database = await openDatabase(env());
  try {
    const lines = await importPeople(database.db, { csv, dryRun });
    for (const line of lines) {
      console.log(
        `line ${line.line}  ${line.email}  ${line.outcome}${'problem' in line ? `: ${line.problem}` : ''}`,
      );
    }
    const wrong = lines.some((line) => line.outcome === 'wrong');
    console.log(
      wrong ? 'Nothing was changed.' : dryRun ? 'This was a dry run: nothing was changed.' : 'Done.',
    );
    return wrong ? 1 : 0;
  } finally {
    await database.close();
  }
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);
