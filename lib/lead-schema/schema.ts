import 'server-only';
import { eq, sql } from 'drizzle-orm';
import { retryLater } from '@/lib/connection/retry-later';
import type { Log } from '@/lib/core/log';
import { isStorable } from '@/lib/core/text';
import { withTimeout } from '@/lib/core/timeout';
import type { Db } from '@/lib/db/handle';
import { schemaState, schemaVersions } from '@/lib/db/schema/connection';
import type { LeadSchema } from '@/lib/forms/field';
import { enqueue } from '@/lib/jobs/enqueue';
import { type ClaimedJob, DONE, type JobOutcome } from '@/lib/jobs/job';
import type { ServiceClient } from '@/lib/service/client';
import { ServiceError } from '@/lib/service/error';
import { updateCompanyField } from './company-field';

/** The topic of the job that refetches the schema. */
export const SCHEMA_REFRESH = 'schema.refresh';
export const SCHEMA_REFRESH_KEY = 'current';

/** A page renders a schema of any age; one older than this is refetched in the background. */
const STALE_MS = 60_000;
/**
 * How long a submit waits for the current schema; a slow service must not keep the lead from being stored.
 */
const TIMEOUT_MS = 1_000;
/** How old the schema may be for the next of many leads: work that submits them goes on once a second. */
const RECENT_MS = 1_000;
const CURRENT = 'current';

export type KnownSchema = { schema: LeadSchema; checkedAt: Date };

/** The schema in force as last read; undefined before the first read. */
export async function findSchema(db: Db): Promise<KnownSchema | undefined> {
  const [row] = await db
    .select({ schema: schemaVersions.schema, checkedAt: schemaState.checkedAt })
    .from(schemaState)
    .innerJoin(schemaVersions, eq(schemaVersions.version, schemaState.version))
    .where(eq(schemaState.id, CURRENT));
  return row;
}

/** An earlier version of the schema, which a form was rendered from; undefined if this desk never read it. */
export async function findSchemaVersion(db: Db, version: string): Promise<LeadSchema | undefined> {
  if (!isStorable(version)) return undefined;
  const [row] = await db
    .select({ schema: schemaVersions.schema })
    .from(schemaVersions)
    .where(eq(schemaVersions.version, version));
  return row?.schema;
}

/**
 * The schema to render a page from, without waiting for the service: the known one, refetched in the background
 * when it is old. The service is called only before the first read.
 *
 * @throws {ServiceError} if nothing is known yet and the service cannot be read
 */
export async function getSchema(
  db: Db,
  { service, now }: { service: ServiceClient; now: Date },
): Promise<KnownSchema> {
  const known = await findSchema(db);
  if (!known) return readSchema(db, { service, now });
  if (isOlder(known, { now, than: STALE_MS })) {
    await enqueue(db, { topic: SCHEMA_REFRESH, key: SCHEMA_REFRESH_KEY, runAt: now });
  }
  return known;
}

/** A time in the future was written by a clock that was ahead; how long ago is unknown. */
function isOlder({ checkedAt }: KnownSchema, { now, than }: { now: Date; than: number }): boolean {
  const age = now.getTime() - checkedAt.getTime();
  return age < 0 || age > than;
}

/**
 * The schema to validate a submit by (interface 4, rule 2): read afresh, or the known one if the service does
 * not answer promptly.
 *
 * @throws {ServiceError} if nothing is known yet and the service cannot be read
 */
export async function getFreshSchema(
  db: Db,
  { service, now }: { service: ServiceClient; now: Date },
): Promise<KnownSchema> {
  const known = await findSchema(db);
  const read = readSchema(db, { service, now });
  if (!known) return read;
  const fallback = read.catch((error: unknown) => {
    if (error instanceof ServiceError) return known;
    throw error;
  });
  return withTimeout(fallback, TIMEOUT_MS, () => known);
}

/**
 * Makes sure of the schema in force before more of many leads are submitted in the background: reads it afresh, unless any
 * process did so a moment ago. If the service cannot be read, the known one stays. Nobody waits for it, so it takes as
 * long as the service does: a slow one is not asked again meanwhile.
 */
export async function renewSchema(
  db: Db,
  { service, now }: { service: ServiceClient; now: Date },
): Promise<void> {
  const known = await findSchema(db);
  if (known && !isOlder(known, { now, than: RECENT_MS })) return;
  try {
    await readSchema(db, { service, now });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

/**
 * Reads the schema from the service (interface 2.2) and makes it the one in force.
 *
 * @throws {ServiceError} if the service cannot be read
 */
export async function readSchema(
  db: Db,
  { service, now }: { service: ServiceClient; now: Date },
): Promise<KnownSchema> {
  const schema = await service.readSchema();
  const { version } = schema;
  const state = { version, checkedAt: now };
  await db.transaction(async (tx) => {
    await tx.insert(schemaVersions).values({ version, schema, firstSeenAt: now }).onConflictDoNothing();
    await tx
      .insert(schemaState)
      .values({ id: CURRENT, ...state })
      .onConflictDoUpdate({ target: schemaState.id, set: state });
    await updateCompanyField(tx, { fields: schema.fields, now });
  });
  return { schema, checkedAt: now };
}

/**
 * The job that refetches the schema. It repeats until the schema was read: a desk that was never able to read
 * it has no form, and may have no visitor whose page would trigger a read.
 */
export async function refreshSchema(
  db: Db,
  {
    service,
    job,
    log,
    now,
    random,
  }: { service: ServiceClient; job: ClaimedJob; log: Log; now: Date; random: number },
): Promise<JobOutcome> {
  try {
    await readSchema(db, { service, now });
    return DONE;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    log.warn('schema.not-read', { kind: error.kind, status: error.status });
    return retryLater({ job, error, now, random });
  }
}

/**
 * The currency of a lead's `value`, if the schema in force names one. Extracted inside the database: the list
 * needs one word of a schema that may contain thousands of choices.
 */
export async function findValueCurrency(db: Db): Promise<string | undefined> {
  const path = '$.fields[*] ? (@.id == "value").currency';
  const [row] = await db
    .select({
      currency: sql<
        string | null
      >`jsonb_path_query_first(${schemaVersions.schema}, ${path}::jsonpath) #>> '{}'`,
    })
    .from(schemaState)
    .innerJoin(schemaVersions, eq(schemaVersions.version, schemaState.version));
  return row?.currency ?? undefined;
}
