import 'server-only';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import type { Env } from '@/lib/core/env';
import { type ConnectProblem, connectProblemOf } from '@/lib/db/connect-problem';
import { isDiskFull } from '@/lib/db/disk-space';
import { findFolderProblem } from '@/lib/db/folder';
import type { Db } from '@/lib/db/handle';
import { FolderInUseError, type FolderLock, lockFolder } from '@/lib/db/lock';
import { DRIZZLE } from '@/lib/db/migrate';
import { openEngine } from '@/lib/db/pglite-engine';
import { openPool } from '@/lib/db/pool';
import {
  identifyServer,
  identifyThroughPooler,
  OtherDatabaseError,
  requireSameDatabase,
} from '@/lib/db/pooler';
import { keepErrorsPrivate } from '@/lib/db/private-errors';
import type { FoundDatabase } from './context';
import { readTables } from './database-checks';
import { type CauseCode, type Finding, problem } from './finding';

export type InspectedDatabase = { found: FoundDatabase; close: () => Promise<void> };

const nothingToClose = async () => {};

/**
 * Opens the database for inspection from a separate process: creates no folder, changes no table, and returns
 * within seconds. Never throws: an error is part of the finding.
 */
export async function inspectDatabase(
  settings: Pick<Env, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATA_DIR'>,
): Promise<InspectedDatabase> {
  keepErrorsPrivate();
  return settings.DATABASE_URL === undefined
    ? inspectFolder(join(settings.DATA_DIR, 'db'))
    : inspectServer(settings.DATABASE_URL, settings.DATABASE_DIRECT_URL);
}

const LIMITS = { role: 'doctor', max: 2, connectMs: 3_000, statementMs: 5_000, silenceMs: 7_000 };

async function inspectServer(url: string, directUrl?: string): Promise<InspectedDatabase> {
  const pool = openPool(directUrl ?? url, LIMITS);
  const close = () => pool.end();
  const db = drizzlePostgres(pool, DRIZZLE);
  let setting = directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  try {
    // With the driver itself: the layer above only keeps the code of an error.
    const direct = await identifyServer(pool);
    setting = 'DATABASE_URL';
    if (directUrl) requireSameDatabase({ direct, pooled: await identifyThroughPooler(url, LIMITS) });
    return { found: await opened(db), close };
  } catch (error) {
    await close();
    return { found: { kind: 'closed', finding: toClosed(error, setting) }, close: nothingToClose };
  }
}

const CAUSES = {
  away: 'database-away',
  'unknown-host': 'no-such-host',
  login: 'database-refuses',
  'unknown-database': 'database-unknown',
  'no-rights': 'database-no-rights',
  'needs-tls': 'database-needs-tls',
  'no-tls': 'database-no-tls',
  certificate: 'database-certificate',
  'certificate-expired': 'certificate-expired',
  'certificate-other-name': 'certificate-other-name',
  pooler: 'database-pooler',
  file: 'database-file',
} as const satisfies Record<ConnectProblem, CauseCode>;

/** These concern a setting; the others the error code. */
const ABOUT_SETTING = new Set<ConnectProblem>([
  'unknown-host',
  'certificate-expired',
  'certificate-other-name',
]);

/** @param setting the one that has the address */
function toClosed(error: unknown, setting: string): Finding {
  if (error instanceof OtherDatabaseError) return problem('bad', 'database-mismatch');
  const { problem: cause, code } = connectProblemOf(error);
  const about = setting === 'DATABASE_URL' ? code : `${setting}: ${code}`;
  return problem('bad', CAUSES[cause], { about: ABOUT_SETTING.has(cause) ? setting : about });
}

async function inspectFolder(folder: string): Promise<InspectedDatabase> {
  const closed = (finding: ReturnType<typeof problem>): InspectedDatabase => ({
    found: { kind: 'closed', finding },
    close: nothingToClose,
  });
  if (!existsSync(join(folder, 'pg'))) return closed(unusable(folder) ?? problem('unknown', 'not-started'));
  let lock: FolderLock;
  try {
    lock = await lockFolder(folder, { waits: 'no' });
  } catch (error) {
    if (!(error instanceof FolderInUseError)) return closed(unusable(folder) ?? (await unreadable(folder)));
    return closed(problem('unknown', 'database-held', { about: String(error.holder?.pid ?? '?') }));
  }
  try {
    const engine = await openEngine(join(folder, 'pg'), { beforeEach: lock.check });
    const close = () => engine.close().finally(lock.release);
    return { found: await opened(drizzlePglite(engine.client, DRIZZLE)), close };
  } catch {
    lock.release();
    return closed(await unreadable(folder));
  }
}

/** With tables of another build, queries of their content may fail. */
async function opened(db: Db): Promise<FoundDatabase> {
  const { applied, known } = await readTables(db);
  return { kind: 'open', db, hasAllTables: applied >= known, hasNoTables: applied === 0 };
}

/** Starting would not help: the folder cannot be created or written. */
function unusable(folder: string) {
  return findFolderProblem(folder) === undefined
    ? undefined
    : problem('bad', 'folder-unusable', { about: folder });
}

/** A full disk is named first: on it, an undamaged database can't be opened either. */
async function unreadable(folder: string) {
  const code = (await isDiskFull(folder)) ? 'disk-full' : 'database-unreadable';
  return problem('bad', code, { about: folder });
}
