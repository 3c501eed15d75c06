import 'server-only';
import { hostname } from 'node:os';
import { getServiceClient } from '@/lib/connection/client';
import { fingerprintOf } from '@/lib/core/crypto';
import { env } from '@/lib/core/env';
import { log } from '@/lib/core/log';
import { database } from '@/lib/db/handle';
import { createClaimLog } from '@/lib/jobs/claim-log';
import { enqueue, JOBS_WAKE } from '@/lib/jobs/enqueue';
import { startLoop } from '@/lib/jobs/loop';
import { SCHEMA_REFRESH, SCHEMA_REFRESH_KEY } from '@/lib/lead-schema/schema';
import { hub } from '@/lib/live/hub';
import { NOTICE_MAILS, NOTICE_MAILS_KEY } from '@/lib/notices/mails-topic';
import { PURGE, PURGE_KEY } from '@/lib/retention/purge-topic';
import { FULL_SYNC, FULL_SYNC_KEY } from '@/lib/sync/full-sync';
import { WEBHOOKS_ENSURE, WEBHOOKS_ENSURE_KEY } from '@/lib/webhooks/subscriptions';
import { startBackups } from './backups';
import { makeLanes } from './handlers';
import { startHeartbeat } from './heartbeat';

/**
 * Starts the worker in this process: every lane, the recurring work that is due at a start, and backups. Returns the
 * function that stops it once running jobs have ended.
 */
export async function startWorker(): Promise<() => Promise<void>> {
  const { db, copyFiles } = await database();
  const settings = env();
  const service = await getServiceClient();
  const heartbeat = await startHeartbeat(db, {
    awayMinutes: settings.AWAY_MINUTES,
    log: log(),
    clock: () => new Date(),
    host: hostname(),
    secret: settings.DATABASE_URL ? fingerprintOf(settings.APP_SECRET) : null,
  });
  const { check: beforeClaim, commitAttempt: commit } = heartbeat;
  const lanes = makeLanes({ db, service, settings, log: log(), commit });
  const claimLog = createClaimLog(log());
  const loops = lanes.map((lane) => startLoop({ db, lane, log: log(), beforeClaim, claimLog }));
  const wake = () => {
    for (const loop of loops) loop.wake();
  };
  const leave = (await hub()).add({
    onMessage: (payload) => {
      if (payload === JOBS_WAKE) wake();
    },
    resync: wake,
    close: () => {},
  });
  const now = new Date();
  await enqueue(db, { topic: WEBHOOKS_ENSURE, key: WEBHOOKS_ENSURE_KEY, runAt: now });
  await enqueue(db, { topic: SCHEMA_REFRESH, key: SCHEMA_REFRESH_KEY, runAt: now });
  await enqueue(db, { topic: FULL_SYNC, key: FULL_SYNC_KEY, runAt: now });
  await enqueue(db, { topic: PURGE, key: PURGE_KEY, runAt: now });
  if (settings.SMTP_URL) await enqueue(db, { topic: NOTICE_MAILS, key: NOTICE_MAILS_KEY, runAt: now });
  const { DATA_DIR: dataDir, BACKUPS_KEPT: kept } = settings;
  const stopBackups = copyFiles && startBackups({ dataDir, copyFiles, kept, log: log() });
  return async () => {
    leave();
    await Promise.all([...loops.map((loop) => loop.stop()), stopBackups?.()]);
    await heartbeat.stop();
  };
}
