import 'server-only';
import { DatabaseUnavailableError } from './await-database';
import type { Db } from './handle';
import { findMissingRights } from './rights';
import { codeOf } from './row-error';

const INSUFFICIENT_PRIVILEGE = '42501';
const DUPLICATE_TABLE = '42P07';
const READ_ONLY = '25006';

/**
 * The error of a failed migration as one that says what to do, if the operator can do something about it; else
 * the same error.
 *
 * @param db a connection with which the rights can still be read
 */
export async function explainMigrationError(error: unknown, db: Db): Promise<unknown> {
  const code = codeOf(error);
  if (code === DUPLICATE_TABLE) return olderDatabaseError(error);
  if (code === READ_ONLY) {
    return new DatabaseUnavailableError(
      'The database rejects writes (25006): it’s a standby, or set to read-only. Set DATABASE_URL to the primary server, or turn off default_transaction_read_only.',
      { cause: error },
    );
  }
  if (code !== INSUFFICIENT_PRIVILEGE) return error;
  const { tables, grants } = await findMissingRights(db, { isBehind: true });
  if (!tables && grants.length > 0) {
    return new DatabaseUnavailableError(
      `The user of DATABASE_URL may not create tables (42501). Run this as the owner of the database: ${grants.join(' ')}`,
      { cause: error },
    );
  }
  return new DatabaseUnavailableError(
    'The database responds, but the user in DATABASE_URL can’t read or change the desk’s tables (42501). After restoring a copy: restore it as that user (pg_restore --no-owner --role=…), or make that user the owner of the schemas and tables.',
    { cause: error },
  );
}

/** Of an embedded database: the same. */
export function explainEmbeddedMigrationError(error: unknown): unknown {
  return codeOf(error) === DUPLICATE_TABLE ? olderDatabaseError(error) : error;
}

/** The first migration of 0.1 found tables. */
function olderDatabaseError(cause: unknown): DatabaseUnavailableError {
  return new DatabaseUnavailableError(
    'This database was created by a development version before 0.1, which cannot be upgraded. Use an empty one: the desk reads the portal’s leads again.',
    { cause },
  );
}
