import 'server-only';
import type { Env } from '@/lib/core/env';
import type { Db } from '@/lib/db/handle';
import type { LeadSchema } from '@/lib/forms/field';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import type { Fetcher } from '@/lib/service/fetch';
import { type Exchange, exchangeKey, showToken } from './exchange';
import { type Finding, problem } from './finding';

/** The database as found: open, or why it cannot be opened. */
export type FoundDatabase =
  | { kind: 'open'; db: Db; hasAllTables: boolean; hasNoTables?: boolean }
  | { kind: 'closed'; finding: Finding };

/** The inputs of all checks. */
export type SetupContext = {
  settings: Env;
  database: FoundDatabase;
  service: Pick<ServiceClient, 'listLeads' | 'listSubscriptions'>;
  /** Reads the portal's form; requested once for all checks. */
  readSchema: () => Promise<LeadSchema>;
  /** Exchanges the key for a token in a separate request; also once. */
  exchange: () => Promise<Exchange>;
  /** Tests that token with the REST interface; also once. */
  access: () => Promise<'let-in' | 'no-token' | ServiceError>;
  fetcher: Fetcher;
  /** As `process.version`. */
  nodeVersion: string;
  now: () => Date;
};

/** Creates the context from its parts. */
export function createSetupContext(parts: Omit<SetupContext, 'exchange' | 'access'>): SetupContext {
  const { settings, fetcher, now, readSchema } = parts;
  const task = { settings, fetcher, now };
  const exchange = once(() => exchangeKey(task));
  const access = once(async () => {
    const { outcome } = await exchange();
    return outcome instanceof ServiceError ? 'no-token' : ((await showToken(outcome, task)) ?? 'let-in');
  });
  return { ...parts, readSchema: once(readSchema), exchange, access };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= work();
    return made;
  };
}

/** The database for queries of its content, or why it cannot be queried. */
export function tablesOf(database: FoundDatabase): Db | Finding {
  const isUsable = database.kind === 'open' && database.hasAllTables;
  return isUsable ? database.db : problem('unknown', 'earlier-first');
}

/** True if no desk was ever started on this database. */
export function isNew(database: FoundDatabase): boolean {
  if (database.kind === 'open') return database.hasNoTables ?? false;
  return database.finding.causes?.some(({ code }) => code === 'not-started') ?? false;
}
