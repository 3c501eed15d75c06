import { parseArgs } from 'node:util';
import { env } from '@/lib/core/env';
import { restoreBackup } from '@/lib/maintenance/restore';
import { runCommand, UsageError } from './lib/run-command';

const USAGE = `npm run restore -- .data/backups/2026-01-31T03-00-00Z-daily.tar.gz [--set-aside]

Puts a backup in the place of the embedded database. With --set-aside the present one is renamed and kept.`;

/** `npm run restore`: a backup becomes the embedded database of a desk that doesn't run. */
async function restore(): Promise<void> {
  const { file, setsAside } = readCall();
  const { DATABASE_URL, DATA_DIR } = env();
  if (DATABASE_URL)
    throw new UsageError('This is for the embedded database. Restore PostgreSQL with pg_restore.');
  const aside = await restoreBackup(file, { dataDir: DATA_DIR, setsAside, now: new Date() });
  if (aside) console.log(`The previous database is now ${aside}.`);
  console.log(
    'Restored. At its next start, Partner Desk looks for queued leads in the portal before it sends them.',
  );
}

function readCall(): { file: string; setsAside: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { 'set-aside': { type: 'boolean', default: false } },
    });
    const [file] = positionals;
    if (!file) throw new UsageError(USAGE);
    // Without the "--" of the call above, npm treats the flag as its own.
    return { file, setsAside: values['set-aside'] || process.env.npm_config_set_aside === 'true' };
  } catch {
    throw new UsageError(USAGE);
  }
}

runCommand(restore);
