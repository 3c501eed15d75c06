import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { getDb } from '@/lib/db/handle';
import { answerScrape } from '@/lib/metrics/answer-scrape';

/** The metrics of this process and of the database, for Prometheus. */
export function GET(request: Request): Promise<Response> {
  return answerScrape(request, { token: env().METRICS_TOKEN, getDb, log: log(), now: new Date() });
}
