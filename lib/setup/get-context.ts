import 'server-only';
import { getServiceClient } from '@/lib/connection/client';
import { env } from '@/lib/core/env';
import { getDb } from '@/lib/db/handle';
import { readSchema } from '@/lib/lead-schema/schema';
import { serviceFetch } from '@/lib/service/fetch';
import { createSetupContext, type SetupContext } from './context';

/** The context of checks in a running desk: its own database, and its shared client. */
export async function getSetupContext(): Promise<SetupContext> {
  const db = await getDb();
  const service = await getServiceClient();
  const now = () => new Date();
  return createSetupContext({
    settings: env(),
    // It was migrated when it was opened.
    database: { kind: 'open', db, hasAllTables: true },
    service,
    readSchema: async () => (await readSchema(db, { service, now: now() })).schema,
    fetcher: serviceFetch,
    nodeVersion: process.version,
    now,
  });
}
