import 'server-only';
import { collectDefaultMetrics } from 'prom-client';
import { isSameText } from '@/lib/core/crypto';
import type { Log } from '@/lib/core/log';
import { metrics } from '@/lib/core/metrics';
import { singleton } from '@/lib/core/singleton';
import { withTimeout } from '@/lib/core/timeout';
import type { Db } from '@/lib/db/handle';
import { reasonOf } from '@/lib/db/reason';
import { readDatabaseMetrics } from './read-database';

/** Prometheus waits for ten seconds: what the database does not say in time is left out. */
const TIMEOUT_MS = 2_000;

type ScrapeInput = { getDb: () => Promise<Db>; log: Log; now: Date };

/**
 * Answers a scrape with all metrics, in Prometheus' text format: 404 without a token in the settings, 401 without the
 * same one in the request. Without the database it has the metrics of this process, and `desk_database_up 0`.
 */
export async function answerScrape(
  request: Request,
  { token, ...input }: ScrapeInput & { token: string | undefined },
): Promise<Response> {
  if (token === undefined) return new Response(null, { status: 404 });
  if (!isSameText(request.headers.get('authorization') ?? '', `Bearer ${token}`))
    return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
  const { registry, databaseUp } = metrics();
  singleton('process-metrics', () => collectDefaultMetrics({ register: registry }));
  const fromDatabase = await readInTime(input);
  databaseUp.set(fromDatabase === undefined ? 0 : 1);
  return new Response(`${await registry.metrics()}${fromDatabase ?? ''}`, {
    headers: { 'Content-Type': registry.contentType },
  });
}

async function readInTime({ getDb, log, now }: ScrapeInput): Promise<string | undefined> {
  const read = getDb().then((db) => readDatabaseMetrics(db, now));
  try {
    return await withTimeout(read, TIMEOUT_MS, () => {
      throw new Error('the database does not answer in time');
    });
  } catch (error) {
    log.warn('metrics.database-unread', { reason: reasonOf(error) });
    return undefined;
  }
}
